/** Leads after an exposure, and visits of the experiment's page, by session. */
import { TRIAL_HEADING } from '@firsttouch/ingest/experiments'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { addLeads, addSessions, addVisits, clearSessions, type Lead } from '../testing/participants.ts'
import { readModelOf } from '../testing/read-model.ts'
import { type Converted, convertedByLead, goalBits, leadsReaching, typesOf } from './goals.ts'
import { measureTraffic } from './planning.ts'

const ALWAYS = [{ from: null, to: null }]

const NOON = Date.parse('2026-03-02T12:00:00Z')
const minute = (n: number) => new Date(NOON + n * 60_000)
const NOW = minute(24 * 60)

const api = await openTestApi()
api.clock.now = NOW
const readModel = readModelOf(api, NOW)
beforeEach(() => clearSessions(api))

const text = (at: Date) => at.toISOString().slice(0, 23).replace('T', ' ')
/** Inserts a later version of a row. ReplacingMergeTree still holds the old version. */
const replace = (table: string, row: object) =>
  api.clickhouse.insert({
    table: `${api.db}.${table}`,
    values: [{ version: 2, ...row }],
    format: 'JSONEachRow',
  })
/** Changes the status of the first lead from qualified to another one. */
const takeBack = (session: string) =>
  replace('leads', {
    ...{ minute: text(minute(5)).slice(0, 19), lead: '00000000-0000-7000-8000-000000000000', session },
    recorded_at: text(minute(5)),
  })
const sees = (name: string, at: number, variant = 'control') =>
  ({ name, saw: [[variant, minute(at)]] }) as { name: string; saw: [string, Date][] }

describe('who became a lead', () => {
  const seen = ({ variant, at }: Converted) => `${variant} ${(at - NOON) / 60_000}`

  test.each([
    ['qualified_lead', (at: number): Partial<Lead> => ({ qualifiedAt: minute(at) })],
    ['trial', (at: number): Partial<Lead> => ({ trial: 1, at: minute(at) })],
    ['onboarding', (at: number): Partial<Lead> => ({ onboarding: 1, at: minute(at) })],
  ] as const)(
    '%s: a lead counts at or after the session’s first exposure to its only variant',
    async (goal, by) => {
      const names = [
        'after',
        'same moment',
        'before',
        'never',
        'spam',
        'deleted',
        'both',
        'robot',
        'elsewhere',
        'two',
      ]
      await addSessions(api, [
        ...names.map((name, n) => ({
          ...sees(name, n),
          ...(name === 'robot' && { bot: 1 as const }),
          ...(name === 'elsewhere' && { test: 'trialHeading' }),
        })),
        sees('both', 8, 'v2'),
        sees('after', 9),
        { ...sees('after', -5), bot: 1 as const },
        { ...sees('after', -5, 'v2'), test: 'trialHeading' },
        sees('erased', 10, 'v2'),
        sees('', 11),
      ])
      const row = {
        minute: text(minute(10)),
        kind: 'exposure',
        session: 'erased',
        test_name: 'landingPage',
        variant: 'v2',
        bot: 0,
      }
      await replace('session_events', { ...row, at: text(minute(10)), gone: 1 })
      const at = minute(-60)
      await addLeads(api, [
        { session: 'after', at, ...by(30) },
        { session: 'same moment', at, ...by(1) },
        { session: 'before', at, ...by(1.99) },
        { session: 'never', at },
        { session: 'spam', at, ...by(30), spam: 1 },
        { session: 'deleted', at, ...by(30), deleted: 1 },
        { session: 'both', at, ...by(30) },
        { session: 'robot', at, ...by(30) },
        { session: 'elsewhere', at, ...by(30) },
        { session: 'two', at, ...by(31) },
        { session: 'two', at, ...by(2) },
        { session: 'erased', at, ...by(30) },
        { session: '', at, ...by(30) },
        { session: 'unexposed', at, ...by(30) },
      ])
      const found = await convertedByLead(readModel, 'landingPage', { goal, conversionTypes: [] }, ALWAYS)
      expect(found.map(seen).toSorted()).toEqual(['control 0', 'control 1', 'control 9'])
    },
  )

  test('a lead counts by its last state, so a withdrawn status does not count', async () => {
    await addSessions(api, [sees('back', 0), sees('kept', 1)])
    await addLeads(api, [
      { session: 'back', at: minute(5), qualifiedAt: minute(9) },
      { session: 'kept', at: minute(5), qualifiedAt: minute(9) },
    ])
    await takeBack('back')
    const found = await convertedByLead(
      readModel,
      'landingPage',
      { goal: 'qualified_lead', conversionTypes: [] },
      ALWAYS,
    )
    expect(found.map(seen)).toEqual(['control 1'])
  })

  test('several lead steps count separately, and conversions are not lead steps', async () => {
    await addSessions(api, [sees('a', 0), sees('b', 1)])
    await addLeads(api, [
      { session: 'a', at: minute(5), trial: 1 },
      { session: 'b', at: minute(5), qualifiedAt: minute(6), trial: 1 },
    ])
    const found = await leadsReaching(readModel, 'landingPage', [
      'trial',
      'button_click',
      'qualified_lead',
      'onboarding',
    ])
    expect([...found].map(([step, leads]) => [step, leads.length])).toEqual([
      ['trial', 2],
      ['qualified_lead', 1],
      ['onboarding', 0],
    ])
    expect(await leadsReaching(readModel, 'landingPage', ['any'])).toEqual(new Map())
  })
})

test.each([
  ['any', [], 4, 15],
  ['any', ['form_submission'], 1, 2],
  ['stripe_intent', ['form_submission'], 1, 4],
  ['qualified_lead', [], 0, 0],
] as const)('%s of %j counts %i types', (goal, conversionTypes, types, bits) => {
  expect(typesOf({ goal, conversionTypes })).toHaveLength(types)
  expect(goalBits({ goal, conversionTypes })).toBe(bits)
})

test('a page’s traffic is its human visitors of four weeks, and how many of them converted after the visit', async () => {
  const days = (n: number) => -n * 24 * 60
  const visit = (session: string, at: number, page = '/trial-signup') => ({ session, at: minute(at), page })
  await addVisits(api, [
    ...Array.from({ length: 200 }, (_, n) => visit(`s${n}`, days(9))),
    ...Array.from({ length: 90 }, (_, n) => visit(`s${n}`, days(1))),
    visit('elsewhere', days(2), '/'),
    visit('s0', days(27)),
    visit('long ago', days(27) - 1),
    visit('erased', days(2)),
  ])
  const row = { minute: text(minute(days(2))).slice(0, 19), kind: 'visit', page: '/trial-signup', bot: 0 }
  const of = { at: row.minute, n: 1 }
  await replace('session_events', { ...row, ...of, session: 'erased', gone: 1 })
  await replace('session_events', { ...row, ...of, session: 'robot', bot: 1 })
  await replace('session_events', { ...row, ...of, session: 'converted', kind: 'conversion' })
  const converted = (at: number) => [[minute(at), 'button_click']] as [Date, string][]
  await addSessions(api, [
    ...Array.from({ length: 30 }, (_, n) => ({ name: `s${n}`, saw: [], converted: converted(days(9)) })),
    ...Array.from({ length: 20 }, (_, n) => ({
      name: `s${n + 30}`,
      saw: [],
      converted: converted(days(9) - 1),
    })),
    { name: 's5', saw: [], converted: converted(days(9) - 1) },
    { name: 's60', saw: [], converted: converted(days(1)), bot: 1 as const },
    { name: 's61', saw: [], converted: [[minute(days(1)), 'stripe_intent'] as [Date, string]] },
  ])
  const counted = { goal: 'button_click', conversionTypes: [] } as const
  const traffic = await measureTraffic({ readModel, now: () => NOW }, TRIAL_HEADING, counted)
  expect(traffic).toEqual({ rate: 0.15, dailyVisitors: 200 / 28 })
})
