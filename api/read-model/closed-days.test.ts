/** Queries that use the daily tables give the same results as quarter-hours, and do read the daily tables. */
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { openDays, withDays } from '@firsttouch/projector/jobs/days'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, exposure, recordsOf, visit } from '@firsttouch/projector/testing/events'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '../contract/campaign.ts'
import { openStaffApi, type StaffApi } from '../testing/api.ts'

/** London's clocks went forward three days before. */
const NOW = new Date('2026-04-01T12:00:00.000Z')
const FIRST = Date.parse('2026-03-20T00:00:00.000Z')
const CAMPAIGNS = ['spring', 'autumn', 'nobodys', 'SPRING']

let api: StaffApi
let days: Awaited<ReturnType<typeof openDays>>
const openIn = async (timeZone = 'Europe/London') => {
  const { clickhouse, db } = api
  days = await openDays({ clickhouse, db, store: openStore(clickhouse, db), timeZone })
}
const write = () => days.writeOver(NOW.getTime(), work => work())
const day = (n: number) => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10)

const PERIODS = ['', '?days=1', '?days=5', `?from=${day(3)}&to=${day(8)}`]
const ASKED = ['campaigns', 'unknown-tags'].flatMap(path => PERIODS.map(period => path + period))
const apps = new Map<string, FastifyInstance>()
const ZONES = ['Europe/London', 'Asia/Kolkata']
const get = async (path: string, zone = 'Europe/London') =>
  (await api.call('GET', path, undefined, apps.get(zone))).json()
const answers = async (zone?: string) => {
  const all = new Map<string, unknown>()
  for (const path of ASKED) all.set(path, await get(path, zone))
  return all
}

/** Seeded, so that every run gives each campaign sessions in every period. */
let drawn = 1
const draw = () => {
  drawn = (drawn * 48_271) % 2_147_483_647
  return drawn / 2_147_483_647
}
const random = (most: number) => Math.floor(draw() * most)
/** Half of the sessions are near a midnight. In a quarter of them, events occur up to two days after the start. */
const someSession = (n: number) => {
  const near = random(2)
    ? 12.4 * DAY_MS * draw()
    : Math.round(10 * draw()) * DAY_MS + random(7_200_000) - 3_600_000
  const began = Math.round(FIRST + Math.max(0, near))
  const at = began + (random(4) ? 0 : random(2 * DAY_MS))
  const sessionId = `utm_${began}_${n}`
  const utm = {
    utm_source: ['google', 'bing', ''][n % 3] ?? '',
    utm_medium: 'cpc',
    utm_campaign: CAMPAIGNS[n % 4] ?? '',
  }
  return [
    visit({ at, sessionId, utm }),
    exposure(n % 2 ? 'v2' : 'control', sessionId, at + 1_000),
    ...(n % 3 ? [] : [conversion({ at: at + 400_000, sessionId, utm })]),
  ]
}

/** Sessions from this number on are those of bots. */
const BOTS = 10_000
const people: ReturnType<typeof someSession> = []

const take = (from: number, to: number) => {
  const sessions = (first: number) =>
    Array.from({ length: to - from }, (_, n) => someSession(first + n)).flat()
  const [ofPeople, ofBots] = [sessions(from), sessions(BOTS + from)]
  people.push(...ofPeople)
  const received = { receivedAt: NOW.toISOString() }
  const records = [
    ...recordsOf(ofPeople, 10 * from, received),
    ...recordsOf(ofBots, 10 * (BOTS + from), { ...received, bot: 'curl' }),
  ]
  return project(records, { store: withDays(openStore(api.clickhouse, api.db), days) })
}

const change = (query: string) => api.clickhouse.command({ query: query.replaceAll('{db}', api.db) })

/** Hides the daily tables. */
const withoutDays = async () => {
  await change('RENAME TABLE {db}.written_days TO {db}.aside')
  await change('CREATE TABLE {db}.written_days AS {db}.aside')
  const found = await answers()
  await change('DROP TABLE {db}.written_days')
  await change('RENAME TABLE {db}.aside TO {db}.written_days')
  return found
}

beforeAll(async () => {
  api = await openStaffApi()
  await api.moveTo(NOW)
  for (const timeZone of ZONES) apps.set(timeZone, await api.build({ timeZone }))
  for (const [name, utmSource] of [
    ['Spring', 'google'],
    ['Autumn', 'google'],
    ['Autumn', 'bing'],
  ]) {
    const made = { name, date: '2026-03-01', platform: 'Google Ads', utmSource, utmMedium: 'cpc' }
    expect((await api.call('POST', 'campaigns', made)).statusCode).toBe(201)
  }
  await openIn()
  await take(0, 300)
})
afterAll(() => api.close())

/** Counted event by event. Two campaigns have `autumn`, so their sources distinguish them. */
const countOf = (campaign: Campaign, isIn: (day: string) => boolean) => {
  const isOwn = ({ utm_campaign, utm_source }: { utm_campaign: string; utm_source: string }) =>
    utm_campaign === campaign.utmCampaign && (utm_campaign === 'spring' || utm_source === campaign.utmSource)
  const day = (at: number) => new Date(at).toLocaleDateString('en-CA', { timeZone: 'Europe/London' })
  const own = people
    .flatMap(event => (event.type !== 'ab_test' && isOwn(event.utm) ? [event] : []))
    .map(({ type, sessionId, occurredAt }) => ({ type, sessionId, at: Date.parse(occurredAt) }))
  const within = own.filter(({ at }) => isIn(day(at)))
  const visits = Map.groupBy(
    own.filter(({ type }) => type === 'visit'),
    ({ sessionId }) => sessionId,
  )
  const firsts = [...visits.values()].map(of => Math.min(...of.map(({ at }) => at)))
  return {
    clicks: within.filter(({ type }) => type === 'visit').length,
    conversions: within.filter(({ type }) => type === 'conversion').length,
    visitors: firsts.filter(at => isIn(day(at))).length,
  }
}

test.each([
  ['', () => true],
  ['?days=1', (on: string) => on === '2026-04-01'],
  ['?days=5', (on: string) => on >= '2026-03-28' && on <= '2026-04-01'],
  [`?from=${day(3)}&to=${day(8)}`, (on: string) => on >= day(3) && on <= day(8)],
])(
  'the figures of each campaign over “%s” count the events of people and not of bots',
  async (period, isIn) => {
    const campaigns: Campaign[] = await get(`campaigns${period}`)
    expect(campaigns).toHaveLength(3)
    for (const campaign of campaigns) expect(campaign).toMatchObject(countOf(campaign, isIn))
  },
)

describe('once days are written', () => {
  const before = new Map<string, Map<string, unknown>>()
  const inLondon = () => before.get('Europe/London') ?? new Map()
  const look = async () => {
    for (const zone of ZONES) before.set(zone, await answers(zone))
  }
  beforeAll(async () => {
    await look()
    expect(await write()).toBe(12)
  })

  test.each(ZONES.toReversed())('every answer in %s stays the same after days are written', async zone => {
    await openIn(zone)
    expect(await write()).toBe(zone === 'Europe/London' ? 0 : 12)
    expect(await answers(zone)).toEqual(before.get(zone))
    await openIn()
    await write()
    expect(await answers()).toEqual(inLondon())
  })

  test('every compared answer counts something', () => {
    for (const answer of inLondon().values())
      expect(JSON.stringify(answer)).toMatch(/"(clicks|visitors|total)":[1-9]/)
  })

  test('answers use the written days, unless these are days of another time zone', async () => {
    const times = async (factor: string) => {
      for (const table of ['event_days', 'session_days'])
        await change(
          `INSERT INTO {db}.${table} SELECT * REPLACE (toUInt64(n ${factor}) AS n, version + 1 AS version) FROM {db}.${table} FINAL`,
        )
    }
    await times('* 1000')
    const found = [await answers(), await withoutDays(), await answers('Asia/Kolkata')]
    await times('/ 1000')
    // Sessions of today mostly began today, so daily tables hardly change the answers for today.
    for (const path of ASKED.filter(path => !path.endsWith('?days=1')))
      expect([path, found[0]?.get(path)]).not.toEqual([path, inLondon().get(path)])
    expect(found.slice(1)).toEqual([inLondon(), before.get('Asia/Kolkata')])
  })

  test('answers include late events of written days after their batch', async () => {
    await take(400, 420)
    const late = await answers()
    expect(late).not.toEqual(inLondon())
    expect(await withoutDays()).toEqual(late)
    await look()
  })
})
