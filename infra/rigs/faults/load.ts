/** Browsers at work: they send events, keep what was not acknowledged, and send it again with the same ids. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventInput } from '@firsttouch/ingest/events'
import { boundId } from '@firsttouch/ingest/identify'
import { v7 } from 'uuid'
import type { Random } from './random.ts'

type Event = EventInput & { id: string }

export type Load = {
  /** Ids that the log must hold: of the events whose request was answered with a 2xx. */
  acknowledged: Set<string>
  /** How often each answer came: a status, or the code of an error of the connection. */
  answers: Map<string, number>
  /** How long the answers took, in milliseconds. */
  waitsMs: number[]
  /** Where to send from now on. */
  aim(url: string): void
  /** Ends once no request is under way. */
  stop(): Promise<void>
}

const CAMPAIGNS = ['spring_roofs', 'pest_control', '']

/** `agent`: what the browsers call themselves; none of a program is counted among people. */
export const startLoad = (random: Random, browsers: number, pauseMs = 5, agent?: string): Load => {
  const acknowledged = new Set<string>()
  const answers = new Map<string, number>()
  const waitsMs: number[] = []
  let url = ''
  let stopping = false

  const browse = async (): Promise<void> => {
    let unsent: Event[] = []
    while (!stopping) {
      if (unsent.length === 0) unsent = visitor(random)
      const sentAt = performance.now()
      const answer = url ? await send(url, unsent, agent) : 'nowhere'
      if (url) waitsMs.push(performance.now() - sentAt)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
      if (answer === '202') {
        for (const { id, sessionId } of unsent) acknowledged.add(boundId(sessionId, id))
        // Now and then an answer gets lost on its way, and everything is sent once more.
        if (!random.chance(0.03)) unsent = []
      } else await sleep(50)
      await sleep(random.next() * pauseMs * 2)
    }
  }
  const all = Array.from({ length: browsers }, browse)
  return {
    acknowledged,
    answers,
    waitsMs,
    aim: to => {
      url = to
    },
    stop: async () => {
      stopping = true
      await Promise.all(all)
    },
  }
}

const send = async (url: string, events: Event[], agent?: string): Promise<string> => {
  try {
    const answer = await fetch(`${url}/api/analytics/batch`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', ...(agent ? { 'user-agent': agent } : {}) },
      body: JSON.stringify({ events }),
    })
    await answer.arrayBuffer()
    return String(answer.status)
  } catch (error) {
    return codeOf(error)
  }
}

const codeOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
}

/** A session's events of the last minutes, as a tracker would send them after a while without a connection. */
const visitor = (random: Random): Event[] => {
  const start = Date.now() - random.int(0, 600_000)
  const sessionId = `utm_${start}_${random.int(0, 2 ** 30).toString(36)}`
  const variant = random.pick(['control', 'v2'] as const)
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: random.pick(CAMPAIGNS) }
  const common = (after: number) => ({
    id: v7({ msecs: start + after }),
    occurredAt: new Date(start + after).toISOString(),
    sessionId,
  })
  const events: Event[] = [
    { type: 'visit', ...common(0), ...utm, pagePath: '/' },
    { type: 'ab_test', ...common(10), testName: 'landingPage', variant, event: 'variant_assigned' },
  ]
  if (random.chance(0.3))
    events.push({ type: 'conversion', ...common(900), conversionType: 'button_click', firstTouchUtm: utm })
  return events
}
