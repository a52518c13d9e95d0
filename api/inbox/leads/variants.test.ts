/** Fills in the variant of a lead whose browser sent no variant: the variant that its session saw during the run. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { openTestApi } from '../../testing/api.ts'
import { fillVariants } from './variants.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 1440 * MINUTE
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE)
/** The session begins two minutes before its lead. */
const sessionOf = (lead: string, minutes: number) => `utm_${ago(minutes + 2).getTime()}_${lead}`

const api = await openTestApi()
api.clock.now = NOW
await dropIndexes(api.sql, 'leads')
beforeEach(() => emptyTables(api.sql, 'leads', 'deletions', 'experiment_changes'))

/** Adds a lead `minutes` before now. */
const addLead = async (name: string, minutes: number, more: { variant?: string; session?: string } = {}) => {
  const { variant = '', session = sessionOf(name, minutes) } = more
  await api.sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at, variant)
    VALUES (${v7()}, ${name}, '', '', '', '', '', ${session}, '{}', '', ${ago(minutes)}, ${NOW}, ${variant})`
}

type Step = [version: number, step: string, state: string, minutes: number]
const addSteps = async (experiment: string, steps: Step[]) => {
  for (const [version, step, state, minutes] of steps)
    await api.sql`
      INSERT INTO experiment_changes (id, test_name, version, step, state, shares, reason, not_known, at, by)
      VALUES (${v7()}, ${experiment}, ${version}, ${step}, ${state}, '{}', 'A try', '', ${ago(minutes)}, 'ada')`
}

type Exposure = { variant: string; at: Date; test_name?: string; version?: number; gone?: 0 | 1 }
const show = (session: string, { at, ...more }: Exposure) =>
  api.clickhouse.insert({
    table: `${api.db}.session_events`,
    values: [
      {
        minute: at.toISOString().slice(0, 16).replace('T', ' ').concat(':00'),
        kind: 'exposure',
        session_minute: Math.floor(Number(session.slice(4, 17)) / MINUTE) * 60,
        session,
        at: at.toISOString().slice(0, 23).replace('T', ' '),
        bot: 0,
        test_name: 'landingPage',
        n: 1,
        version: 1,
        gone: 0,
        ...more,
      },
    ],
    format: 'JSONEachRow',
  })

const variants = async () => {
  const rows = await api.sql<{ name: string; variant: string }[]>`
    SELECT name, variant FROM leads WHERE variant <> ''`
  return Object.fromEntries(rows.map(({ name, variant }) => [name, variant]))
}

/** Leads whose new state is sent to the log. */
const announced = () =>
  api.sql<{ name: string }[]>`SELECT name FROM leads WHERE event_version > 0 ORDER BY name`

describe('a lead whose browser sent no variant', () => {
  test('a lead without a variant gets the variant that its session saw first', async () => {
    for (const name of ['firstV2', 'firstControl', 'nothing']) await addLead(name, 60)
    await addLead('said', 60, { variant: 'v2' })
    // Rows are sorted by variant name, regardless of exposure time.
    await show(sessionOf('firstV2', 60), { variant: 'control', at: ago(60) })
    await show(sessionOf('firstV2', 60), { variant: 'v2', at: ago(61) })
    await show(sessionOf('firstControl', 60), { variant: 'v2', at: ago(60) })
    await show(sessionOf('firstControl', 60), { variant: 'control', at: ago(61) })
    await show(sessionOf('said', 60), { variant: 'control', at: ago(61) })
    await fillVariants(api.deps)
    expect(await variants()).toEqual({ firstV2: 'v2', firstControl: 'control', said: 'v2' })
    expect(await announced()).toEqual([{ name: 'firstControl' }, { name: 'firstV2' }])
  })

  test('a lead gets no variant of another test or of an erased exposure', async () => {
    for (const name of ['otherTest', 'gone']) await addLead(name, 60)
    await show(sessionOf('otherTest', 60), { variant: 'freeWeek', at: ago(62), test_name: 'trialHeading' })
    await show(sessionOf('gone', 60), { variant: 'v2', at: ago(61) })
    await show(sessionOf('gone', 60), { variant: 'v2', at: ago(61), version: 2, gone: 1 })
    await fillVariants(api.deps)
    expect(await variants()).toEqual({})
  })

  test('a lead gets the variant of the run at its time, not of earlier or later runs or other tests', async () => {
    await addSteps('landingPage', [
      [1, 'end', 'ended', 500],
      [2, 'start', 'running', 300],
      [3, 'pause', 'paused', 250],
      [4, 'start', 'running', 200],
      [5, 'pause', 'paused', 150],
      [6, 'resume', 'running', 100],
      [7, 'start', 'running', 20],
      [8, 'pause', 'paused', 10],
    ])
    await addSteps('trialHeading', [
      [9, 'start', 'running', 90],
      [10, 'pause', 'paused', 80],
    ])
    // The runs began 300, 200 and 20 minutes ago.
    const leads = { ofTheStart: 200, whilePaused: 125, ofTheResuming: 100, later: 70, pausedSince: 10 }
    for (const [name, minutes] of Object.entries(leads)) {
      const session = sessionOf(name, minutes)
      await addLead(name, minutes)
      await show(session, { variant: 'control', at: new Date(ago(200).getTime() - 1) })
      await show(session, { variant: 'v2', at: ago(200) })
      await show(session, { variant: 'control', at: ago(19) })
    }
    await fillVariants(api.deps)
    expect(await variants()).toEqual({ ofTheStart: 'v2', ofTheResuming: 'v2', later: 'v2' })
  })

  test('a lead keeps a variant that another transaction sets during the look-up', async () => {
    await addLead('meanwhile', 60)
    const rows = async () => {
      await api.sql`UPDATE leads SET variant = 'control'`
      return [{ session: sessionOf('meanwhile', 60), variant: 'v2', at: ago(61).getTime() }]
    }
    await fillVariants({ ...api.deps, readModel: { rows } as never })
    expect(await variants()).toEqual({ meanwhile: 'control' })
  })
})

describe('the look-up of variants', () => {
  const asked = async () => {
    const asked: unknown[] = []
    const rows = async (_: string, values: unknown) => {
      asked.push(values)
      return []
    }
    await fillVariants({ ...api.deps, readModel: { rows } as never })
    return asked
  }

  test('the look-up covers leads of the last two days without a variant, each session once', async () => {
    const twice = `utm_${ago(62).getTime()}_twice`
    for (const name of ['a', 'b']) await addLead(name, 60, { session: twice })
    await addLead('edge', 2 * 1440 - 1)
    await addLead('old', 2 * 1440)
    await addLead('said', 60, { variant: 'v2' })
    await addLead('deleted', 60)
    await addLead('noTime', 60, { session: 'utm_17723664_noTime' })
    await addLead('none', 60, { session: '' })
    const id = v7()
    await api.sql`
      INSERT INTO deletions (id, inbox, deleted_by, deleted_at) VALUES (${id}, 'leads', 'ada', ${NOW})`
    await api.sql`UPDATE leads SET deleted_at = ${NOW}, deletion_id = ${id} WHERE name = 'deleted'`
    const edge = sessionOf('edge', 2 * 1440 - 1)
    const second = (session: string) => Number(session.slice(4, 17)) / 1000
    expect(await asked()).toEqual([{ sessions: [twice, edge], minutes: [second(twice), second(edge)] }])
  })

  test('the look-up covers the newest five hundred leads, and makes no query without leads', async () => {
    expect(await asked()).toEqual([])
    await api.sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason,
        created_at, updated_at)
      SELECT gen_random_uuid(), n::text, '', '', '', '', '', ${`utm_${NOW.getTime() - DAY}_`} || n, '{}', '',
        ${NOW}::timestamptz - make_interval(secs => n), ${NOW}
      FROM generate_series(501, 1, -1) AS n`
    const sessions = Array.from({ length: 500 }, (_, at) => `utm_${NOW.getTime() - DAY}_${at + 1}`)
    expect(await asked()).toEqual([{ sessions, minutes: [(NOW.getTime() - DAY) / 1000] }])
  })
})
