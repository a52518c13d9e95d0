/** What is followed is written without a refresh, and says what a refresh of all says. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ownVersions } from '../../projections/versions.ts'
import { conversion, envelopeOf, exposure, NOON, visit } from '../../testing/events.ts'
import { readTables, refreshEverything } from '../../testing/read-tables.ts'
import { project } from '../project.ts'
import { openStore } from '../store.ts'
import { openFollowing } from './followed.ts'

let client: ClickHouseClient
let db: string
beforeAll(async () => {
  ;({ client, db } = await openTestClickHouse())
})

const MINUTE = 60_000
/** Few, so that much of it is alike; texts whose order differs by bytes and by UTF-16. */
const TEXTS = ['', 'spring', '\u{fb00}', '\u{1f600}', `it's "a\\b"`]
const text = fc.constantFrom(...TEXTS)
const utm = fc.record({ utm_source: text, utm_medium: text, utm_campaign: text })
const at = fc.constantFrom(0, 1, 500, MINUTE - 1, MINUTE, 17 * MINUTE, -MINUTE, -26 * 60 * MINUTE)
const session = fc.constantFrom(
  `utm_${NOON}_a`,
  `utm_${NOON + 1}_b`,
  `utm_${NOON + 14 * MINUTE}_c`,
  'made up',
)

const told = fc.oneof(
  fc.record({ is: fc.constant('visit' as const), utm, pagePath: fc.constantFrom('/', '/v2') }),
  fc.record({
    is: fc.constant('conversion' as const),
    utm,
    conversionType: fc.constantFrom('button_click', 'stripe_intent'),
  }),
  fc.record({
    is: fc.constant('seen' as const),
    testName: fc.constantFrom('landingPage', 'other'),
    variant: fc.constantFrom('control', 'v2'),
  }),
  fc.record({
    is: fc.constant('test conversion' as const),
    conversionType: fc.constantFrom('', 'button_click', 'whatsapp_click'),
  }),
)
const event = fc.record({
  told,
  at,
  session,
  bot: fc.constantFrom('', '', 'user_agent'),
  phone: fc.boolean(),
})
type Told = typeof event extends fc.Arbitrary<infer T> ? T : never

const batch = fc.array(event, { minLength: 1, maxLength: 5 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('add' as const), batch }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('someone else adds' as const), batch }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('repeat' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('take' as const), which: fc.nat(), batch }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fail' as const),
      table: fc.constantFrom('event_sums', 'session_sums', 'events'),
      batch,
    }),
  },
)

const eventOf = ({ told, at, session }: Told, base: number): LoggedEvent => {
  const sessionId = session.replace(/\d{13}/, began => String(Number(began) + base))
  const time = NOON + base + at
  if (told.is === 'visit') return visit({ ...told, sessionId, at: time })
  if (told.is === 'conversion') return conversion({ ...told, sessionId, at: time } as never)
  const seen = exposure(told.is === 'seen' ? told.variant : 'v2', sessionId, time)
  if (told.is === 'seen') return { ...seen, testName: told.testName }
  return { ...seen, event: 'conversion', conversionType: told.conversionType as 'button_click' }
}

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

/** As a log hands them over; each run tells of other days. */
const openHistory = (base: number) => {
  let offset = 1_000
  const records: LogRecord[] = []
  const recordOf = (
    events: LoggedEvent[],
    at: number,
    { bot, phone }: Pick<Told, 'bot' | 'phone'>,
  ): LogRecord => ({
    partition: 0,
    offset: at,
    key: '',
    value: JSON.stringify(envelopeOf(events, { bot: bot as never, ...(phone && { userAgent: PHONE }) })),
    appendedAt: new Date(NOON),
  })
  const next = () => (offset += 10)
  return {
    records,
    of: (batch: Told[]): LogRecord[] => {
      const made = batch.map(one => recordOf([eventOf(one, base)], next(), one))
      records.push(...made)
      return made
    },
    again: (which: number): LogRecord[] => {
      const one = records[which % Math.max(1, records.length)]
      return one ? [{ ...one, offset: next() }] : []
    },
    /** The id of another, earlier in the log. */
    taking: (which: number, [one]: Told[]): LogRecord[] => {
      const other = records[which % Math.max(1, records.length)]
      if (!other || !one) return []
      const [{ id }] = JSON.parse(other.value).events
      return [recordOf([{ ...eventOf(one, base), id } as LoggedEvent], other.offset - 5, one)]
    },
  }
}

/** Versions that are given to several. */
const openVersions = () => {
  let previous = '0'
  return async () => {
    const version = await ownVersions()
    const given = { version, previous }
    previous = version
    return given
  }
}

/** Which tables are refreshed; one of them may fail. */
const openWatched = () => {
  const refreshed: string[] = []
  const failing = new Set<string>()
  const command: ClickHouseClient['command'] = asked => {
    const [, table] = /INSERT INTO \w+\.(\w+) \(/.exec(asked.query) ?? []
    if (table && asked.query.includes('AS gone')) refreshed.push(table)
    if (table && failing.has(table)) throw new Error('the table is broken')
    return client.command(asked)
  }
  const insert: ClickHouseClient['insert'] = asked => {
    if (failing.has(asked.table.split('.')[1] ?? '')) throw new Error('the table is broken')
    return client.insert(asked)
  }
  return {
    refreshed,
    failing,
    client: Object.assign(Object.create(client), { command, insert }) as ClickHouseClient,
  }
}

test('whatever comes, and whoever else writes, each table is what all events make of it', async () => {
  let base = 0
  let [rounds, partly, followed] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async steps => {
      base += 3 * 1_440 * MINUTE
      const history = openHistory(base)
      const watched = openWatched()
      const give = openVersions()
      const following = openFollowing({ client: watched.client, db, quietMs: { first: 0, most: 0 } })
      const own = { store: openStore(watched.client, db), following, nextVersion: following.versions(give) }
      const others = { store: openStore(client, db), nextVersion: async () => (await give()).version }
      await own.nextVersion()
      for (const one of steps) {
        watched.refreshed.length = 0
        if (one.does === 'add') await project(history.of(one.batch), own)
        if (one.does === 'someone else adds') await project(history.of(one.batch), others)
        if (one.does === 'repeat') await project(history.again(one.which), own)
        if (one.does === 'take') await project(history.taking(one.which, one.batch), own)
        if (one.does === 'fail') {
          const records = history.of(one.batch)
          watched.failing.add(one.table)
          await project(records, own).catch(({ message }) => expect(message).toBe('the table is broken'))
          watched.failing.clear()
          await project(records, own)
        }
        if (one.does !== 'add') continue
        rounds++
        if (watched.refreshed.length === 0) followed++
        if (!watched.refreshed.includes('session_minutes')) partly++
      }
      const found = await readTables(client, db)
      await refreshEverything(others.store)
      expect(found).toEqual(await readTables(client, db))
    }),
    { numRuns: Number(process.env.RUNS ?? 12) },
  )
  console.log(rounds, partly, followed)
  expect(partly).toBeGreaterThan(rounds / 2)
  expect(followed).toBeGreaterThan(rounds / 6)
}, 1_800_000)
