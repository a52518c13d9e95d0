/**
 * Runs each row of `clocks.json`, with wrong browser clocks and odd event times, through the tracker's queue and
 * ingest's calls. `steps` are in real time since the first page opened. `clock` is the offset of the browser's clock,
 * or its time. `right` has an entry per event: the logged time of the event, or the reason why the event is not logged.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { buildIngest } from '@firsttouch/ingest/app'
import { type LogEnvelope, timeInside } from '@firsttouch/ingest/events'
import { boundId } from '@firsttouch/ingest/identify'
import { expect, test, vi } from 'vitest'
import { openBeacons } from './beacon.ts'
import { steadyClock } from './clock.ts'
import { openDelivery } from './delivery.ts'
import { uuidv7 } from './ids.ts'
import { openQueue } from './queue.ts'
import { openStore } from './store.ts'
import { handStorage } from './testing/hand.ts'

type Row = { source: string; note?: string } & (
  | { input: { clock: string; steps: string[] }; right: string[] }
  | { input: Sent; right: string }
)
type Sent = { call?: string; sentAt?: unknown; occurredAt?: string; timestamp?: string; idAt?: string }
const rows: Row[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../infra/rigs/inputs/clocks.json'), 'utf8'),
)

const SESSION = 'utm_1_a'
const START = Date.parse('2026-11-28T12:00:00.000Z')
const UNITS: Record<string, number> = { d: DAY_MS, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 }
/** Returns milliseconds for a length such as `-3d12h`. */
const lengthOf = (text: string): number => {
  const parts = [...text.matchAll(/(\d+)(ms|[dhms])/g)]
  const sum = parts.reduce((sum, [, n, unit = '']) => sum + Number(n) * (UNITS[unit] ?? Number.NaN), 0)
  return text.startsWith('-') ? -sum : sum
}
const timeOf = (text: string, now: number): number =>
  text.includes('-', 1) ? Date.parse(text) : now + lengthOf(text)

const openWorld = () => {
  let now = START
  const logged: LogEnvelope['events'] = []
  const refused: string[] = []
  const log = {
    append: async (entries: { value: string }[]) => {
      for (const { value } of entries) logged.push(...(JSON.parse(value) as LogEnvelope).events)
    },
  }
  const ingest = buildIngest({ log, now: () => new Date(now) })
  return {
    now: () => now,
    set: (time: number) => {
      now = time
    },
    logged,
    refused,
    post: async (call: string, payload: string) => {
      const answer = await ingest.inject({
        method: 'POST',
        url: `/api/analytics/${call}`,
        payload,
        headers: { 'content-type': 'text/plain' },
      })
      const { detail, rejected = [] } = answer.json()
      if (detail) refused.push(detail)
      for (const { message } of rejected) refused.push(message)
      return answer.statusCode
    },
  }
}
type World = ReturnType<typeof openWorld>

const openBrowser = (world: World, clock: string) => {
  const storage = handStorage()
  let skew = timeOf(clock, world.now()) - world.now()
  let network: 'online' | 'offline' | 'deaf' = 'online'
  let timer: { at: number; run: () => void } | undefined
  let closed = true
  const openPage = () => {
    const opened = world.now()
    const now = steadyClock(
      () => world.now() + skew,
      () => world.now() - opened,
    )
    const queue = openQueue(
      openStore(() => storage),
      now,
    )
    const delivery = openDelivery({
      queue,
      lock: run => run(),
      now,
      random: () => 1,
      post: async body => {
        const status = network === 'offline' ? 0 : await world.post('batch', body)
        return { status: network === 'online' ? status : 0, retryAfterMs: 0 }
      },
      wait: (ms, run) => {
        timer = { at: world.now() + ms, run }
      },
    })
    const bodies: string[] = []
    const leave = openBeacons(queue, body => bodies.push(body) > 0, now)
    delivery.wake(0)
    return { now, queue, delivery, leave, bodies }
  }
  let page = openPage()
  closed = false
  /** Runs due timers and waits for everything that they start. */
  const passTo = async (time: number): Promise<void> => {
    for (let rounds = 0; timer && timer.at <= time; rounds++) {
      if (rounds > 10_000) throw new Error('The page asks for ever.')
      const due = timer
      timer = undefined
      world.set(Math.max(world.now(), due.at))
      due.run()
      for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
    }
    world.set(time)
  }
  const ids: string[] = []
  const commands: Record<string, (argument: string) => unknown> = {
    visit: () => {
      const id = uuidv7(page.now())
      const event = {
        type: 'visit',
        id,
        occurredAt: new Date(page.now()).toISOString(),
        sessionId: SESSION,
      }
      ids.push(id)
      page.queue.add(id, JSON.stringify(event))
      page.delivery.wake(0)
    },
    clock: argument => {
      skew = argument === 'right' ? 0 : timeOf(argument, world.now()) - world.now()
    },
    offline: () => {
      network = 'offline'
    },
    /** The server receives requests, but its responses are lost. */
    deaf: () => {
      network = 'deaf'
    },
    online: () => {
      network = 'online'
      if (!closed) page.delivery.online()
    },
    leave: async () => {
      page.leave()
      for (const body of page.bodies.splice(0)) if (network !== 'offline') await world.post('batch', body)
      closed = true
      timer = undefined
    },
    open: () => {
      page = openPage()
      closed = false
    },
  }
  const run = async (step: string) => {
    const [at = '', command = '', argument = ''] = step.split(' ')
    await passTo(START + lengthOf(at))
    const known = commands[command]
    if (!known) throw new Error(`No command: ${step}`)
    await known(argument)
    await passTo(world.now())
  }
  return {
    run,
    ids,
    end: () => passTo(world.now() + 3_600_000),
    left: () => Object.keys(storage).filter(key => key.startsWith('firsttouch_event:')),
    isAsking: () => timer !== undefined,
  }
}

/**
 * Checks the limits that refreshes and reports rely on: no event is in the future or over 30 days before the start, and the time inside its
 * id is within 31 days.
 */
const expectPlausible = (world: World) => {
  for (const { id, occurredAt } of world.logged) {
    const at = Date.parse(occurredAt)
    expect(at).toBeLessThanOrEqual(world.now())
    expect(at).toBeGreaterThanOrEqual(START - 30 * DAY_MS)
    expect(Math.abs(timeInside(id) - at)).toBeLessThanOrEqual(31 * DAY_MS)
  }
}
const RANDOM_BITS_FROM = 14
/** Ingest may have changed the time inside the id. */
const isLoggedAs = (logged: string, id: string) =>
  logged === boundId(SESSION, logged.slice(0, RANDOM_BITS_FROM) + id.slice(RANDOM_BITS_FROM))

const named = rows.map((row): [string, Row] => [`${JSON.stringify(row.input)} (${row.source})`, row])

test.each(named.filter(([, { input }]) => 'steps' in input))(
  'each event of a browser counts once at its real time: %s',
  async (_, { input, right }) => {
    if (!('steps' in input) || !Array.isArray(right))
      throw new Error('a row with steps needs a list in `right`')
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const world = openWorld()
    const browser = openBrowser(world, input.clock)
    for (const step of input.steps) await browser.run(step)
    await browser.end()
    warn.mockRestore()
    const found = browser.ids.map(id => {
      const own = world.logged.filter(event => isLoggedAs(event.id, id))
      // A retry adds no second event.
      expect(new Set(own.map(event => event.id)).size).toBeLessThanOrEqual(1)
      return own[0] ? Date.parse(own[0].occurredAt) : (world.refused.shift() ?? 'gone')
    })
    expect(found).toEqual(
      right.map(one => (/^-?\d/.test(one) ? START + lengthOf(one) : expect.stringContaining(one))),
    )
    expect([browser.left(), browser.isAsking()]).toEqual([[], false])
    expectPlausible(world)
  },
)

test.each(named.filter(([, { input }]) => !('steps' in input)))(
  'a sender’s times are accepted, corrected or rejected: %s',
  async (_, { input, right }) => {
    const { call = 'batch', sentAt, idAt, ...times } = input as Sent
    const id = idAt && uuidv7(timeOf(idAt, START))
    const at = (value: unknown) =>
      typeof value === 'string' && /^[-+]?\d+[dhms]/.test(value)
        ? new Date(timeOf(value, START)).toISOString()
        : value
    const said = Object.fromEntries(Object.entries(times).map(([name, value]) => [name, at(value)]))
    const event = { sessionId: SESSION, ...(id && { id }), ...said }
    const dated = sentAt === undefined ? {} : { sentAt: at(sentAt) }
    const world = openWorld()
    const body =
      call === 'batch' ? { ...dated, events: [{ type: 'visit', ...event }] } : { ...dated, ...event }
    for (let attempt = 0; attempt < 2; attempt++) await world.post(call, JSON.stringify(body))
    const [first, second] = world.logged
    if (first) {
      expect(new Date(Date.parse(first.occurredAt)).toISOString()).toBe(
        new Date(timeOf(String(right), START)).toISOString(),
      )
      if (id) expect(second?.id).toBe(first.id)
      expectPlausible({ ...world, now: () => START + (dated.sentAt == null ? DAY_MS : 0) })
    } else expect(world.refused[0]).toContain(right)
  },
)
