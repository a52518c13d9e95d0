/** A generation is one complete set of read models in its own ClickHouse database. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'
import { selectRows } from './rows.ts'

/** The projector still feeds a `kept` generation for a rollback. It drops a `retired` one. */
export type GenerationState = 'building' | 'ready' | 'serving' | 'kept' | 'retired'

export const databaseOf = (generation: number): string => `firsttouch_${generation}`

/** The consumer group that feeds the generation with this database. */
export const groupOf = (database: string): string => `projector-${database}`

/** Increment this with every change of the read models' rows. The next leading projector then rebuilds all rows. */
export const DEFINITIONS = 1

/** undefined if no projector has led yet, and 0 while a leading projector rebuilds the rows. */
export const readDefinitions = async (client: ClickHouseClient, db: string): Promise<number | undefined> => {
  const query = `
    SELECT max(definitions) AS definitions FROM {db:Identifier}.leaders
    WHERE epoch = (SELECT max(epoch) FROM {db:Identifier}.leaders) HAVING count() > 0`
  return (await selectRows<{ definitions: number }>(client, query, { db }))[0]?.definitions
}

/** The payload is `{changed, asOf, lagMs}`. `changed` has the query keys whose results have changed. */
export const CHANGED_CHANNEL = 'firsttouch_changed'

/** Throws when no generation is serving. A migrated database always has a serving generation. */
export const servingGeneration = async (sql: ISql): Promise<number> => {
  const [row] = await sql<{ generation: number }[]>`
    SELECT generation FROM read_models WHERE state = 'serving'`
  if (!row) throw new Error('No generation of the read models is marked as serving in the table read_models.')
  return row.generation
}

/** The serving group comes first. */
export const liveGroups = async (sql: ISql): Promise<string[]> => {
  const rows = await sql<{ generation: number }[]>`
    SELECT generation FROM read_models WHERE state <> 'retired' ORDER BY state = 'serving' DESC, generation`
  return rows.map(({ generation }) => groupOf(databaseOf(generation)))
}

export const servingDatabase = async (sql: ISql): Promise<string> => databaseOf(await servingGeneration(sql))

/** Progress in a partition: the next offset to process, and the append time of the newest processed entry. */
export type Progress = { partition: number; next: number; appendedAt: Date }

export const readProgress = async (client: ClickHouseClient, db: string): Promise<Progress[]> => {
  const query = `
    SELECT partition, next_offset AS next, toUnixTimestamp64Milli(appended_at) AS appended
    FROM {db:Identifier}.progress FINAL`
  const rows = await selectRows<{ partition: number; next: string; appended: string }>(client, query, { db })
  return rows.map(({ partition, next, appended }) => ({
    partition,
    next: Number(next),
    appendedAt: new Date(Number(appended)),
  }))
}

/** The accounting saves a balance every few seconds, so a balance older than ACCOUNTING_HOLDS_MS is outdated. */
export const isAccountingOfNow = (asOf: string, now: Date): boolean =>
  now.getTime() - Date.parse(asOf) < ACCOUNTING_HOLDS_MS

const ACCOUNTING_HOLDS_MS = 15_000
