/** Browsers that send events, keep the unacknowledged ones, and retry them with the same ids. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventInput } from '@firsttouch/ingest/events'
import { boundId } from '@firsttouch/ingest/identify'
import { v7 } from 'uuid'
import type { Random } from './random.ts'

type Event = EventInput & { id: string }

export type Load = {
  /** Ids of the events whose request got a 2xx. The log must hold all of them. */
  acknowledged: Set<string>
  /** Number of answers by status or connection error. */
  answers: Map<string, number>
  /** Milliseconds that each answer took. */
  waitsMs: number[]
  /** Sets the address for all further requests. */
  aim(url: string): void
  /** Resolves when no request is open. */
  stop(): Promise<void>
}

const CAMPAIGNS = ['spring_roofs', 'pest_control', '']

/** `agent`: the user agent. The product counts no visits of programs. */
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
        // Now and then drop the answer, so that the browser sends everything again.
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

/** A session's events of the last minutes, as a tracker sends them after it was offline. */
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
