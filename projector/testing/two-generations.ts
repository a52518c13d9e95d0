/** Two generations of the same few events, and the report of their comparison. */
import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf } from '@firsttouch/infra/stores/read-models'
import { compare, type ParityReport } from '../generations/parity.ts'
import { ROLLUPS } from '../projections/index.ts'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { conversion, exposure, NOON, oneOfEachType, recordsOf } from './events.ts'

const DAY_MS = 86_400_000
export const TABLES = ROLLUPS.map(({ table }) => table)

export const openTwoGenerations = async () => {
  const clickhouse = (await openTestClickHouse(databaseOf(1))).client
  await openTestClickHouse(databaseOf(2))
  await project(RECORDS, { store: openStore(clickhouse, databaseOf(1)) })
  return {
    clickhouse,
    makeEqual: () => makeEqual(clickhouse),
    /** `onWait` gets the consumer group whose log positions are read. */
    report: (
      daysLater: number,
      onWait: (group: string) => unknown = () => undefined,
    ): Promise<ParityReport> => {
      const positions = async (group: string) => {
        await onWait(group)
        return []
      }
      const deps = { clickhouse, log: { positions }, signal: new AbortController().signal }
      return compare(1, 2, deps, new Date(NOON + daysLater * DAY_MS))
    },
  }
}

const [a, b] = [`utm_${NOON}_a`, `utm_${NOON + 1}_b`]
const RECORDS = recordsOf([
  ...oneOfEachType(a, NOON),
  ...oneOfEachType(b, NOON + 3 * DAY_MS, 'y'),
  // Two sessions act alike at different minutes. One session sees both variants.
  exposure('v2', a, NOON + 120_000),
  conversion({ sessionId: a, at: NOON + 600_000 }),
  exposure('control', b, NOON + 3 * DAY_MS + 120_000),
])

const makeEqual = async (clickhouse: ClickHouseClient): Promise<void> => {
  for (const table of TABLES) {
    await clickhouse.command({ query: `TRUNCATE TABLE ${databaseOf(2)}.${table}` })
    await clickhouse.command({
      query: `INSERT INTO ${databaseOf(2)}.${table} SELECT * FROM ${databaseOf(1)}.${table}`,
    })
  }
}

export const tablesIn = ({ differences }: ParityReport): string[] =>
  TABLES.filter(table => differences.some(({ what }) => what.split(' ').includes(table)))
