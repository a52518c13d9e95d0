import type { ClickHouseClient } from '@clickhouse/client'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTwoGenerations, TABLES, tablesIn } from '../testing/two-generations.ts'

let clickhouse: ClickHouseClient
let report: Awaited<ReturnType<typeof openTwoGenerations>>['report']
let makeEqual: () => Promise<void>
beforeAll(async () => {
  ;({ clickhouse, report, makeEqual } = await openTwoGenerations())
})
beforeEach(() => makeEqual())

describe('the comparison of two generations, in steps that build on each other', { shuffle: false }, () => {
  test('equal generations agree, and every table is compared', async () => {
    const { compared, differences } = await report(30)
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(3 * TABLES.length)
  })

  test('a row that was written again counts once', async () => {
    for (const table of TABLES)
      await clickhouse.command({
        query: `
        INSERT INTO ${databaseOf(2)}.${table} SELECT * REPLACE (version + 1 AS version)
        FROM ${databaseOf(2)}.${table} FINAL ORDER BY ALL LIMIT 1`,
      })
    expect((await report(30)).differences).toEqual([])
  })

  test('the comparison reports a missing row of today, in each table', async () => {
    for (const table of TABLES)
      await clickhouse.command({
        query: `
        INSERT INTO ${databaseOf(2)}.${table} SELECT * REPLACE (1 AS gone, version + 1 AS version)
        FROM ${databaseOf(2)}.${table} FINAL ORDER BY ALL LIMIT 1`,
      })
    expect(tablesIn(await report(1))).toEqual(TABLES)
  })

  test('the comparison reports a number that is one too high', async () => {
    await clickhouse.command({
      query: `
        INSERT INTO ${databaseOf(2)}.event_sums SELECT * REPLACE (n + 1 AS n, version + 1 AS version)
        FROM ${databaseOf(2)}.event_sums FINAL ORDER BY ALL LIMIT 1`,
    })
    expect(tablesIn(await report(1))).toEqual(['event_sums'])
  })

  /** Differences as operators read them, with their numbers. */
  const NAMED = [
    'A/B events by variant: landingPage control variant_assigned: 1',
    'A/B events by variant: landingPage v2 conversion: 2',
    'A/B events by variant: landingPage v2 variant_assigned: 3',
    'campaigns by name: Spring spring active: 1',
    'changes of leads by form: contact_form: 4',
    'conversions by campaign: : 1',
    'conversions by campaign: spring: 2',
    'converted sessions by type: button_click: 2',
    'converted sessions by type: stripe_intent: 2',
    'costs by day and campaign: 2026-03-01 spring    GBP 12.5: 1',
    'exposed sessions by variant: landingPage control: 1',
    'exposed sessions by variant: landingPage v2: 2',
    'leads by day, campaign and state: 2026-03-01 google spring  contact_form qualified: 1',
    'leads by day, campaign and state: 2026-03-04 google spring  contact_form qualified: 1',
    'steps of experiments: landingPage 1 end ended v2 [0,100]: 1',
    'visitors and converters by variant: landingPage v2 both converted: 1',
    'visitors and converters by variant: landingPage v2 converted: 1',
    'visitors by campaign: spring: 2',
    'visits and conversions by channel: Direct conversion: 1',
    'visits and conversions by channel: Direct visit: 2',
    'visits and conversions by channel: Paid search conversion: 2',
    'visits and conversions by channel: Paid search visit: 2',
    'visits and conversions by day: 2026-03-01 conversion: 2',
    'visits and conversions by day: 2026-03-01 visit: 2',
    'visits and conversions by day: 2026-03-04 conversion: 1',
    'visits and conversions by day: 2026-03-04 visit: 2',
    'visits and conversions by device and browser: conversion unknown unknown: 3',
    'visits and conversions by device and browser: visit unknown unknown: 4',
    'visits and conversions by page: conversion /: 1',
    'visits and conversions by page: conversion /x: 1',
    'visits and conversions by page: conversion /y: 1',
    'visits and conversions by page: visit /x: 2',
    'visits and conversions by page: visit /y: 2',
    'visits by ad: : 2',
    'visits by ad: x: 1',
    'visits by ad: y: 1',
    'visits by campaign: : 2',
    'visits by campaign: spring: 2',
    'visits by keyword: : 4',
    'visits by landing page: v2: 4',
    'visits of the funnel:  : 2',
    'visits of the funnel: google spring: 2',
  ]

  test('an empty generation differs in every table and in every named comparison', async () => {
    for (const table of TABLES)
      await clickhouse.command({ query: `TRUNCATE TABLE ${databaseOf(2)}.${table}` })
    const answer = await report(5)
    expect(tablesIn(answer)).toEqual(TABLES)
    const named = answer.differences.filter(({ what }) => !/^(all|checksum) of /.test(what))
    expect(named.map(({ what, key, before }) => `${what}: ${key}: ${before}`).toSorted()).toEqual(NAMED)
    expect(answer.differences.every(({ before, after }) => before > 0 && after === 0)).toBe(true)
    expect(answer.compared).toBe(answer.differences.length)
  })

  test('the comparison leaves out quarter-hours that may still change, and compares only counts in the last two days', async () => {
    await clickhouse.command({ query: `TRUNCATE TABLE ${databaseOf(2)}.event_sums` })
    const MINUTE = 1 / (24 * 60)
    const at = async (days: number) => {
      const { until, differences } = await report(days)
      const named = differences.map(({ what }) => what).filter(what => what.includes(' of event_sums'))
      return [until, ...named]
    }
    const [all, checksum] = ['all of event_sums', 'checksum of event_sums by day']
    expect(await at(MINUTE)).toEqual(['2026-03-01T12:30:00.000Z'])
    expect(await at(16 * MINUTE - 1e-7)).toEqual(['2026-03-01T12:30:00.000Z'])
    expect(await at(16 * MINUTE)).toEqual(['2026-03-01T12:45:00.000Z', all])
    expect(await at(2 + MINUTE)).toEqual(['2026-03-03T12:30:00.000Z', all])
    expect(await at(2 + 16 * MINUTE)).toEqual(['2026-03-03T12:45:00.000Z', all, checksum])
  })

  let added = 0
  const addTo = async (generations: number[]) => {
    added += 1
    for (const generation of generations)
      await clickhouse.command({
        query: `
          INSERT INTO ${databaseOf(generation)}.session_events SELECT * REPLACE ('late_${added}' AS session)
          FROM ${databaseOf(1)}.session_events FINAL WHERE kind = 'exposure' ORDER BY ALL LIMIT 1`,
      })
  }
  const [first, second] = [groupOf(databaseOf(1)), groupOf(databaseOf(2))]
  /** Adds an event before each of the three readings: rebuilt, serving, rebuilt. `coming` lists the generations that get it. */
  const reportWhile = async (...coming: number[][]) => {
    const waitedFor = new Set<string>()
    const come = () => addTo(coming.shift() ?? [])
    await come()
    const { differences } = await report(30, async group => {
      if (waitedFor.has(group)) return
      waitedFor.add(group)
      await come()
    })
    const all = differences.find(({ what }) => what === 'all of session_events')
    return { more: all && all.after - all.before, differences, waitedFor: [...waitedFor] }
  }
  const ONCE = [first]
  const TWICE = [first, second]

  test('the comparison reads each of two equal generations once', async () => {
    expect(await reportWhile()).toMatchObject({ differences: [], waitedFor: ONCE })
  })

  test('new events during the comparison are no difference: the rebuilt generation is read twice', async () => {
    expect(await reportWhile([], [1, 2])).toMatchObject({ differences: [], waitedFor: TWICE })
    expect(await reportWhile([], [1, 2], [1, 2])).toMatchObject({ differences: [], waitedFor: TWICE })
  })

  test('an event in only one generation is a difference', async () => {
    expect(await reportWhile([], [1])).toMatchObject({ more: -1, waitedFor: TWICE })
    await makeEqual()
    expect(await reportWhile([2])).toMatchObject({ more: 1, waitedFor: TWICE })
  })
})
