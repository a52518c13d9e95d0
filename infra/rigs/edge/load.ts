/** Sends the requests of visitors and staff at a steady pace, also after failures, and records the answers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'

/** `status` 0: no answer. */
export type Told = { kind: string; status: number; ms: number; at: number }

const PACE_MS = {
  'single event': 20,
  batch: 50,
  form: 200,
  figures: 200,
  page: 100,
  tag: 100,
  'short link': 100,
}
const EVENTS_IN_BATCH = 5
const COME_BACK_MS = 200
const GIVE_UP_MS = 30_000

export const startLoad = (url: string, cookie: string) => {
  const told: Told[] = []
  const acknowledged = { events: new Set<string>(), forms: new Set<string>() }
  const sent = new Set<string>()
  const over = new AbortController()
  const ask = async (kind: string, path: string, init: RequestInit = {}): Promise<boolean> => {
    const at = performance.now()
    const status = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(GIVE_UP_MS), ...init }).then(
      async answer => {
        await answer.arrayBuffer()
        return answer.status
      },
      () => 0,
    )
    told.push({ kind, status, ms: performance.now() - at, at })
    return status >= 200 && status < 300
  }
  const post = (kind: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(kind, path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const visit = () => {
    const id = v7()
    sent.add(id)
    return { type: 'visit', id, sessionId: `utm_${Math.random()}_s`, pagePath: '/' }
  }
  const acknowledge = (ids: string[]) => {
    for (const id of ids) acknowledged.events.add(id)
  }
  const asks: Record<keyof typeof PACE_MS, () => Promise<unknown>> = {
    'single event': async () => {
      const event = visit()
      if (await post('single event', '/api/analytics/visit', event)) acknowledge([event.id])
    },
    batch: async () => {
      const events = Array.from({ length: EVENTS_IN_BATCH }, visit)
      if (await post('batch', '/api/analytics/batch', { events })) acknowledge(events.map(({ id }) => id))
    },
    form: async () => {
      const key = v7()
      const form = { name: 'Ada', email: `${key}@example.com`, message: 'Hello', source: 'contact_form' }
      if (await post('form', '/api/contact', form, { 'idempotency-key': key })) acknowledged.forms.add(key)
    },
    figures: () => ask('figures', '/api/admin/analytics', { headers: { cookie } }),
    page: () => ask('page', '/'),
    tag: () => ask('tag', '/t.js'),
    'short link': () => ask('short link', '/go/none'),
  }
  const underWay = new Set<Promise<unknown>>()
  const timers = Object.entries(asks).map(([kind, once]) =>
    setInterval(
      () => {
        const asking = once().finally(() => underWay.delete(asking))
        underWay.add(asking)
      },
      PACE_MS[kind as keyof typeof PACE_MS],
    ),
  )
  const live = followLive(url, cookie, over.signal, status =>
    told.push({ kind: 'live', status, ms: 0, at: performance.now() }),
  )
  return {
    told,
    acknowledged,
    sent,
    /** Resolves when every request that is under way has ended. */
    answered: async () => void (await Promise.all(underWay)),
    stop: async () => {
      timers.forEach(clearInterval)
      await Promise.all(underWay)
      over.abort()
      await live
    },
  }
}

/** Reopens a stream that ended, as a browser does. */
const followLive = async (
  url: string,
  cookie: string,
  signal: AbortSignal,
  tell: (status: number) => void,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const answer = await fetch(`${url}/api/admin/live`, { headers: { cookie }, signal })
      tell(answer.status)
      for await (const _chunk of answer.body ?? []);
    } catch {
      // A stream ends when its process is killed. Only the status of the next attempt is recorded.
    }
    await sleep(COME_BACK_MS)
  }
}
