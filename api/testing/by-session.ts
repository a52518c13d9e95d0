/**
 * What a landing page's funnel and the details of an experiment say is asked of roll-ups. The same is asked of the events here, session
 * by session as it was until the roll-ups came: the two must never differ, whatever comes, and after every batch.
 */

import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { openDays, withDays } from '@firsttouch/projector/jobs/days'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { expect } from 'vitest'
import type { Deps, ReadModel } from '../deps.ts'
import {
  bitsOf,
  type Counted,
  leadsReaching,
  type Reached,
  reachedSql,
  typesOf,
} from '../experiments/goals.ts'
import type { Period as Running } from '../experiments/life/periods.ts'
import { armsOf, countParticipants } from '../experiments/participants.ts'
import { rangesOf } from '../experiments/periods.ts'
import { addDays, daysFrom, type Period } from '../read-model/report-days.ts'
import { countFunnelVisits, type FunnelFilter } from '../reports/funnel-counts.ts'
import { openTestApi } from './api.ts'
import {
  CAMPAIGNS,
  type Chance,
  inTheNight,
  openChance,
  randomBatches,
  SOURCES,
  VARIANTS,
} from './random-events.ts'
import { readModelOf } from './read-model.ts'
import { seededRandom } from './simulation.ts'

/** Clocks go forward in London that night, and back by half an hour on Lord Howe Island a week later. */
const MIDNIGHT = Date.parse('2026-03-29T00:00:00.000Z')
const QUARTER_HOUR = 900_000
const ZONES = ['Europe/London', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns']
const GOALS: Reached[] = ['any', ...CONVERSION_TYPES, 'qualified_lead', 'trial', 'onboarding']
const QUESTIONS = 4

const SHOWN = `type = 'ab_test' AND ab_event = 'variant_assigned' AND bot = ''`
type Asked = FunnelFilter & { variant: string; period: Period | null; until: Date | null; zone: string }

const visitsByEvents = async (readModel: ReadModel, { period, until, zone, ...filter }: Asked) => {
  const conditions = [
    ...(period ? ['toDate(occurred_at, {zone:String}) BETWEEN {from:Date} AND {to:Date}'] : []),
    ...(until ? [`occurred_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`] : []),
    ...(filter.source === undefined ? [] : [`if(utm_source = '', 'direct', utm_source) = {source:String}`]),
    ...(filter.campaign === undefined ? [] : ['utm_campaign = {campaign:String}']),
    ...(filter.channel === undefined ? [] : ['channel = {channel:String}']),
  ]
  const [row] = await readModel.rows<{ n: number }>(
    `SELECT count() AS n FROM {db:Identifier}.events FINAL
    WHERE type = 'visit' AND bot = '' ${conditions.map(condition => `AND ${condition}`).join(' ')} AND session IN (
      SELECT session FROM {db:Identifier}.events FINAL WHERE ${SHOWN} AND test_name = 'landingPage'
      GROUP BY session HAVING argMin(variant, (occurred_at, variant)) = {variant:String})`,
    { ...filter, ...period, zone, until: until?.getTime() ?? 0 },
  )
  return Number(row?.n)
}

type Run = Counted & { testName: string; variants: string[]; periods: Running[] }

const REACHED = `SELECT session, occurred_at AS reached_at FROM {db:Identifier}.events FINAL
  WHERE bot = '' AND (type = 'conversion' OR ab_event = 'conversion' AND test_name = {test:String}) AND has({types:Array(String)}, conversion_type)
    AND arrayExists((f, t) -> toUnixTimestamp64Milli(occurred_at) >= f AND toUnixTimestamp64Milli(occurred_at) < t,
      {froms:Array(Int64)}, {tos:Array(Int64)})`

const armsByEvents = async (readModel: ReadModel, run: Run) => {
  const ranges = rangesOf(run.periods)
  const types = typesOf(run)
  const rows = await readModel.rows<{ variant: string; visitors: number; converters: number }>(
    `SELECT toString(arm) AS variant, toUInt32(count()) AS visitors, toUInt32(countIf(converted_at >= first_at)) AS converters
    FROM (
      SELECT session, min(occurred_at) AS first_at, argMin(variant, (occurred_at, variant)) AS arm
      FROM {db:Identifier}.events FINAL WHERE ${SHOWN} AND test_name = {test:String}
      GROUP BY session
      HAVING uniqExact(variant) = 1 AND arrayExists((f, t) -> toUnixTimestamp64Milli(first_at) >= f
        AND toUnixTimestamp64Milli(first_at) < t, {froms:Array(Int64)}, {tos:Array(Int64)})
    ) AS exposed
    LEFT JOIN (
      SELECT session, max(reached_at) AS converted_at FROM (${types.length > 0 ? REACHED : reachedSql(run, ranges)}) GROUP BY session
    ) AS converted ON exposed.session = converted.session
    GROUP BY variant
    SETTINGS join_use_nulls = 0`,
    { test: run.testName, types, froms: ranges.map(([from]) => from), tos: ranges.map(([, to]) => to) },
  )
  return new Map(rows.map(({ variant, visitors, converters }) => [variant, { visitors, converters }]))
}

const askedOf = (chance: Chance): Asked => {
  const { random, whole, one } = chance
  const from = addDays('2026-03-26', whole(5))
  const to = addDays(from, whole(3))
  return {
    variant: one(VARIANTS),
    source: random() < 0.3 ? one(SOURCES.slice(1)) : undefined,
    campaign: random() < 0.3 ? one(CAMPAIGNS) : undefined,
    period: random() < 0.2 ? null : { from, to, days: daysFrom(from, to) },
    until:
      random() < 0.3
        ? new Date(Math.floor(inTheNight(chance, MIDNIGHT) / QUARTER_HOUR) * QUARTER_HOUR)
        : null,
    zone: one(ZONES),
    channel: random() < 0.1 ? one(['Direct', 'Organic search', 'Paid search'] as const) : undefined,
  }
}

const runOf = (chance: Chance): Run => {
  const { random, whole, one } = chance
  const moment = () => {
    const at = inTheNight(chance, MIDNIGHT)
    return new Date(at - (random() < 0.5 ? at % QUARTER_HOUR : whole(60_000)))
  }
  const [a, b, c, d] = [moment(), moment(), moment(), moment()].toSorted((x, y) => x.getTime() - y.getTime())
  const goal = one(GOALS)
  return {
    testName: random() < 0.2 ? 'trialHeading' : 'landingPage',
    variants: VARIANTS,
    goal,
    conversionTypes: goal === 'any' && random() < 0.5 ? CONVERSION_TYPES.slice(whole(3)) : [],
    periods: one<Running[]>([
      [{ from: null, to: null }],
      [{ from: a ?? null, to: null }],
      [{ from: a ?? null, to: new Date((a?.getTime() ?? 0) + whole(QUARTER_HOUR)) }],
      [
        { from: a ?? null, to: b ?? null },
        { from: c ?? null, to: random() < 0.5 ? null : (d ?? null) },
      ],
    ]),
  }
}

/** Asks both after each of so many batches. */
export const expectBothToSayTheSame = async (seed: number, batches: number): Promise<void> => {
  const api = await openTestApi()
  const { clickhouse, db, sql, close } = api
  const readModel = readModelOf(api, new Date(MIDNIGHT))
  const chance = openChance(seededRandom(seed))
  const closing = openChance(seededRandom(seed + 100))
  const nextBatch = randomBatches(chance, MIDNIGHT)
  const store = openStore(clickhouse, db)
  let timeZone = closing.one(ZONES)
  let days = await openDays({ clickhouse, db, store, timeZone })
  let [visits, visitors] = [0, 0]
  for (let batch = 0; batch < batches; batch++) {
    await project(nextBatch(), { store: withDays(store, days) })
    if (closing.random() < 0.5) {
      timeZone = closing.one(ZONES)
      days = await openDays({ clickhouse, db, store, timeZone })
      await days.writeOver(MIDNIGHT + 5 * DAY_MS, work => work())
    }
    for (let i = 0; i < QUESTIONS; i++) {
      const { period, until, zone, ...filter } = askedOf(chance)
      const deps = { readModel, sql, config: { timeZone: zone } } as Deps
      const counted = (await countFunnelVisits(deps, filter, period, until))
        .filter(({ isEarly }) => until === null || isEarly)
        .reduce((sum, { visit }) => sum + visit, 0)
      const asked = { ...filter, period, until, zone }
      expect([asked, counted]).toEqual([asked, await visitsByEvents(readModel, asked)])
      const run = runOf(chance)
      const { arms } = await countParticipants(readModel, { ...run, now: new Date(MIDNIGHT) })
      expect([run, arms]).toEqual([run, await armsByEvents(readModel, run)])
      const alone = await countParticipants(readModel, {
        ...run,
        conversionTypes: [],
        now: new Date(MIDNIGHT),
      })
      const steps = ['trial', run.goal] as const
      const leads = await leadsReaching(readModel, run.testName, steps, run.periods)
      const bits = bitsOf({ goal: run.goal, conversionTypes: [] })
      const together = armsOf(alone.tally, bits, run.periods, leads.get(run.goal))
      expect([run, together]).toEqual([run, alone.arms])
      visits += counted
      visitors += [...arms.values()].reduce((sum, arm) => sum + arm.visitors, 0)
    }
  }
  expect(Math.min(visits, visitors)).toBeGreaterThan(5 * batches)
  await close()
}
