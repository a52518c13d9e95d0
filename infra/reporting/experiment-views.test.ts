/** Views of experiments without a step or without a page. The oracle covers experiments with both. */
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { experimentChange, exposure, recordsOf } from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import { NUMBERS_KEY } from '../rigs/testing/analysts/numbers-key.ts'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import { publishReporting } from './publish.ts'

const publishedWith = async (event: Parameters<typeof recordsOf>[0][number], reporting: string) => {
  const { client, db } = await openTestClickHouse()
  await project(recordsOf([event]), { store: openStore(client, db) })
  await publishReporting(client, { db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY, reporting })
  return async (query: string) =>
    (await client.query({ query, format: 'JSONEachRow' })).json<Record<string, unknown>>()
}

test('an experiment that the site no longer has keeps its steps, without a title or page', async () => {
  const rows = await publishedWith(experimentChange({ experiment: 'longGone' }), 'reporting_longgone')
  expect(
    await rows(
      `SELECT test, title, page, state, winner FROM reporting_longgone.experiments WHERE test = 'longGone'`,
    ),
  ).toEqual([{ test: 'longGone', title: '', page: '', state: 'ended', winner: 'v2' }])
})

test('an experiment without a step appears as declared, and its visitors are in a run without a number', async () => {
  const rows = await publishedWith(exposure('v2', 'utm_1772366400000_visitor1'), 'reporting_declared')
  expect(
    await rows(
      'SELECT test, title, page, state, since, run, variants, steps FROM reporting_declared.experiments ORDER BY test',
    ),
  ).toEqual(
    EXPERIMENTS.map(({ name, title, path, initially, variants }) => ({
      ...{ test: name, title, page: path, state: initially, since: null, run: '', steps: 0 },
      variants: variants.map(variant => variant.name),
    })).toSorted((a, b) => (a.test < b.test ? -1 : 1)),
  )
  expect(await rows('SELECT run, variant, visitors FROM reporting_declared.experiment_results')).toEqual([
    { run: '', variant: 'v2', visitors: 1 },
  ])
})
