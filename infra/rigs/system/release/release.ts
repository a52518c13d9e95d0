/** The versions of a release, what its clients saw, and what must hold after it. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { buildSiteIfNeeded } from '../../../app/site/build.ts'
import type { Told } from '../../edge/load.ts'
import { makeReleaseTree } from '../../testing/release-tree.ts'
import { until } from '../../testing/until.ts'

const NEXT = {
  'postgres/900_next.sql': `ALTER TABLE leads ADD COLUMN next_word text NOT NULL DEFAULT '';
    CREATE TABLE next_things (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);`,
  'clickhouse/900_next.sql': `ALTER TABLE {db}.events ADD COLUMN IF NOT EXISTS next_word LowCardinality(String) DEFAULT '';`,
}

type Tree = { version: string; tree: string }
export type Trees = [before: Tree, next: Tree]

/** Versions N and N + 1. `RELEASE_FROM` names a commit to use as N. */
export const makeTrees = async (): Promise<Trees> => {
  await buildSiteIfNeeded()
  return [
    { version: '1.0.0', tree: await makeReleaseTree({ version: '1.0.0', commit: process.env.RELEASE_FROM }) },
    { version: '1.1.0', tree: await makeReleaseTree({ version: '1.1.0', migrations: NEXT }) },
  ]
}

export const isFailed = ({ status }: Told): boolean => status === 0 || status >= 500

/** A row of counts for each step of a release. */
export const openTable = () => {
  const table: object[] = []
  return {
    note: (form: string, to: string, step: string, told: Told[]) =>
      table.push({
        form,
        to,
        step,
        answers: told.length,
        '5xx': told.filter(({ status }) => status >= 500).length,
        'no answer': told.filter(({ status }) => status === 0).length,
        'slowest ms': Math.round(Math.max(0, ...told.map(({ ms }) => ms))),
      }),
    show: () => table.length > 0 && console.table(table),
  }
}

/** Waits until the figures hold every acknowledged visit once, and the accounts balance. */
export const untilCounted = async (url: string, cookie: string, visits: number): Promise<void> => {
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(`${url}/api/admin/${path}`, { headers: { cookie } })).json() as T
  await until(async () => (await get<AnalyticsSummary>('analytics')).totalVisits === visits, 120_000)
  await until(async () => {
    const { total, inFlight } = await get<PipelineAccounting>('pipeline')
    return inFlight === 0 && total.balanced && total.accepted >= visits
  }, 120_000)
}
