/** Puts events in the queue, each with its id and time made once; holds them back until the visitor may be counted. */
import type { EventInput } from '@firsttouch/ingest/events'
import type { Consent } from './consent.ts'
import type { Identity } from './identity.ts'
import { timeOf } from './ids.ts'
import type { Queue } from './queue.ts'

/** How many events wait while the consent banner is open. */
const MAX_HELD = 20

type Common = { id: string; occurredAt: string; sessionId: string; userAgent: string }
type Dependencies = {
  queue: Pick<Queue, 'add'>
  identity: Identity
  consent: Consent
  userAgent: string
  /** Called after an event was put in the queue. */
  onQueued: () => void
}

export const openRecorder = ({ queue, identity, consent, userAgent, onQueued }: Dependencies) => {
  let held: (() => void)[] = []
  /** At once when the visitor may be counted, at their consent while they are being asked, never when they refused. */
  const whenAllowed = (run: () => void): void => {
    const state = consent.state()
    if (state === 'granted') run()
    else if (state === 'asking' && held.length < MAX_HELD) held.push(run)
  }
  return {
    whenAllowed,
    /** Of one id the server's conversion of a form has the same time. `make` is called once the event may be kept; undefined from it means that there is no event. */
    record: (id: string, make: (common: Common) => EventInput | undefined) => {
      const occurredAt = new Date(timeOf(id)).toISOString()
      whenAllowed(() => {
        identity.firstTouch()
        const event = make({ id, occurredAt, sessionId: identity.sessionId(), userAgent })
        if (!event) return
        queue.add(id, JSON.stringify(event))
        onQueued()
      })
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
