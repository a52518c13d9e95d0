import type { LoggedEvent } from '@firsttouch/ingest/events'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import {
  campaign as campaignEvent,
  conversion,
  envelopeOf,
  exposure,
  lead,
  NOON,
  visit,
} from '@firsttouch/projector/testing/events'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { LogRecord } from '../../log/log.ts'
import { openTestClickHouse } from '../testing/stores.ts'
import { EXACT, judge } from './judge.ts'
import { FULL, openRandom } from './random.ts'
import { AGENTS } from './reference.ts'
import { report } from './results.ts'

const DAY_MS = 86_400_000
const EVENTS = 24
/** Projected side by side, each in a partition and on a day of its own: a round takes hardly longer for fifty than for one. */
const LISTS = 50
const RUNS = FULL ? 10 : 1

type Fact = { event: LoggedEvent; bot: string; userAgent: string }

/** Few minutes, sessions and campaigns, so that events meet in buckets, arms and keys. */
const factOf = (day: number, index: number): fc.Arbitrary<Fact> =>
  fc
    .record({
      kind: fc.constantFrom('visit', 'visit', 'conversion', 'control', 'v2', 'lead', 'campaign'),
      minute: fc.nat(6),
      session: fc.nat(4),
      campaign: fc.nat(3),
      page: fc.nat(2),
      bot: fc.constantFrom('', '', '', '', '', 'user_agent', 'internal_login', 'suspicious_burst'),
      userAgent: fc.constantFrom(...AGENTS),
      status: fc.constantFrom('new', 'contacted', 'qualified'),
      flags: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    })
    .map(({ kind, minute, session, campaign, page, bot, userAgent, status, flags }) => {
      const [spam, deleted, trial, onboarding] = flags
      const start = NOON + day * DAY_MS
      // Some in the same millisecond.
      const at = start + minute * 70_000 + (index >> 2)
      const sessionId = session === 0 ? `without_time_${day}` : `utm_${start + session * 60_000}_${day}`
      const common = {
        at,
        sessionId,
        id: v7({ msecs: at, random: Uint8Array.of(...Array(14).fill(0), day, index) }),
      }
      const utm = {
        utm_source: `s${campaign % 2}`,
        utm_medium: `m${page}`,
        utm_campaign: `c${campaign}`,
        utm_content: `content ${index}`,
        utm_term: `term ${index}`,
      }
      // Of a few records, a version for each event: their order is theirs alone.
      const record = `01890000-0000-4000-8000-0${String(day).padStart(8, '0')}00${campaign}`
      const version = index + 1
      const sent = { bot, userAgent }
      if (kind === 'lead') {
        const state = { status, spam, deleted, trial, onboarding }
        const told = lead({ lead: record, at: start, version, sessionId, utm, ...state })
        return { event: told, bot: '', userAgent }
      }
      if (kind === 'campaign') {
        const told = campaignEvent({ campaign: record, version, utm, active: spam })
        return { event: told, bot: '', userAgent }
      }
      const seen = { ...common, utm, pagePath: `/p${page}` }
      if (kind === 'visit') return { event: visit(seen), ...sent }
      if (kind === 'conversion') return { event: conversion(seen), ...sent }
      return { event: { ...exposure(kind, sessionId, at), id: common.id }, ...sent }
    })

/** Some are another event under the id of the one before, and of its session, to which ingest binds ids. */
const withConflicts = (facts: Fact[], twins: number[]): Fact[] =>
  facts.map((fact, index) => {
    const other = facts[index - 1]?.event
    if (!twins.includes(index) || !other || 'version' in other || 'version' in fact.event) return fact
    return { ...fact, event: { ...fact.event, id: other.id, sessionId: other.sessionId } }
  })

/** A list of events, and the same events in another order, some of them repeated, cut into batches. */
const listOf = (day: number) =>
  fc
    .tuple(
      fc.tuple(...Array.from({ length: EVENTS }, (_, index) => factOf(day, index))),
      fc.array(fc.nat(EVENTS - 1), { maxLength: EVENTS / 2 }),
      fc.array(fc.nat(EVENTS - 1), { maxLength: EVENTS / 6 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
    )
    .chain(([alone, again, twins, cuts]) => {
      const facts = withConflicts(alone, twins)
      // Each keeps its place in the log, which decides between two of one id: it is what the two orders have in common.
      const all = recordsOf([...facts, ...again.flatMap(index => facts.slice(index, index + 1))], day)
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }).map(shuffled => ({
        plain: all.slice(0, facts.length),
        batches: batchesOf(shuffled, cuts),
      }))
    })

const recordsOf = (facts: Fact[], partition: number): LogRecord[] =>
  facts.map(({ event, bot, userAgent }, offset) => ({
    partition,
    offset,
    key: event.sessionId,
    value: JSON.stringify(envelopeOf([event], { bot, userAgent })),
    appendedAt: new Date(NOON + offset),
  }))

const batchesOf = (records: LogRecord[], cuts: number[]): LogRecord[][] => {
  const batches: LogRecord[][] = []
  for (let from = 0; from < records.length; from += batches.at(-1)?.length ?? 1)
    batches.push(records.slice(from, from + (cuts[batches.length % cuts.length] ?? 1)))
  return batches
}

/** What differs tells the day, hence the list; fifty lists in full would hide it. */
const asyncReporter = async <T>({ failed, errorInstance }: fc.RunDetails<T>): Promise<void> => {
  if (failed) throw errorInstance
}

test(
  'R-03 events in any order, with any repeats, in any cut of batches end in the same tables',
  async () => {
    const { client, db } = await openTestClickHouse()
    const store = openStore(client, db)
    const tables = ROLLUPS.map(({ table }) => table)
    const round = async (records: LogRecord[]) => {
      const { deadLetters } = await project(records, { store })
      expect(deadLetters).toEqual([])
    }
    const empty = async () => {
      for (const table of ['events', 'progress', ...tables])
        await client.command({ query: `TRUNCATE TABLE ${db}.${table}` })
    }
    const rowsOf = async (table: string, without: string[]) => {
      const query = `SELECT * EXCEPT (${['version', ...without].join(', ')}) FROM ${db}.${table} FINAL ORDER BY ALL`
      return (await client.query({ query, format: 'JSONEachRow' })).json()
    }
    /** Without what depends on the place in the log and on the time of the refresh. */
    const readModels = async () => {
      const models = new Map([
        ['events', await rowsOf('events', ['log_partition', 'log_offset', 'log_index'])],
      ])
      for (const table of tables) models.set(table, await rowsOf(table, []))
      return models
    }
    const seed = openRandom('R-03').int(0, 1e9)
    const judged = { times: 0, events: 0, duplicates: 0, lost: 0, wrong: 0 }
    const lists = fc.tuple(...Array.from({ length: LISTS }, (_, day) => listOf(day)))
    await fc.assert(
      fc.asyncProperty(lists, async lists => {
        await empty()
        await round(lists.flatMap(({ plain }) => plain))
        const expected = await readModels()
        await empty()
        const rounds = Math.max(...lists.map(({ batches }) => batches.length))
        for (let i = 0; i < rounds; i++) await round(lists.flatMap(({ batches }) => batches[i] ?? []))
        for (const [table, rows] of await readModels()) expect(rows, table).toEqual(expected.get(table))
        const verdict = await judge(
          lists.flatMap(({ batches }) => batches.flat()),
          client,
          db,
        )
        expect(verdict).toMatchObject(EXACT)
        judged.times += LISTS
        judged.events += verdict.uniqueEvents
        judged.duplicates += verdict.duplicates
      }),
      { numRuns: RUNS, seed, endOnFailure: true, asyncReporter },
    )
    await report({
      id: 'R-03',
      injected: 'another order, repeats and divisions of a list of events',
      ...judged,
    })
  },
  120_000 + RUNS * 120_000,
)
