/** An event gets its id and time when it is recorded. While consent is pending, events are held. */
import type { EventInput } from '@firsttouch/ingest/events'
import type { Consent } from './consent.ts'
import type { Identity } from './identity.ts'
import { timeOf, uuidv7 } from './ids.ts'
import type { Queue } from './queue.ts'

const MAX_HELD = 20

type Common = { id: string; occurredAt: string; sessionId: string; userAgent: string }
type Dependencies = {
  queue: Pick<Queue, 'add'>
  identity: Identity
  consent: Consent
  now: () => number
  userAgent: string
  onQueued: () => void
}

export const openRecorder = ({ queue, identity, consent, now, userAgent, onQueued }: Dependencies) => {
  let held: (() => void)[] = []
  /** Calls `run` now if consent is granted, later if it is pending, and never if it is denied. */
  const whenAllowed = (run: () => void): void => {
    const state = consent.state()
    if (state === 'granted') run()
    else if (state === 'asking' && held.length < MAX_HELD) held.push(run)
  }
  return {
    whenAllowed,
    /** The event's time is the time inside its id. `make` may return undefined to record nothing. */
    record: (make: (common: Common) => EventInput | undefined, id = uuidv7(now())): string => {
      const occurredAt = new Date(timeOf(id)).toISOString()
      whenAllowed(() => {
        identity.firstTouch()
        const event = make({ id, occurredAt, sessionId: identity.sessionId(), userAgent })
        if (!event) return
        queue.add(id, JSON.stringify(event))
        onQueued()
      })
      return id
    },
    decide: (answer: 'granted' | 'denied') => {
      consent.decide(answer)
      const waiting = held
      held = []
      if (answer === 'granted') for (const run of waiting) run()
      else identity.forget()
    },
  }
}
