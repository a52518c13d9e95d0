/** The names that belong to a generation of read models, and which generation serves. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { ISql } from 'postgres'

/** `kept` is fed like the serving one, for a roll-back; `retired` is to be dropped. */
export type GenerationState = 'building' | 'ready' | 'serving' | 'kept' | 'retired'

/** The ClickHouse database of a generation. */
export const databaseOf = (generation: number): string => `firsttouch_${generation}`

/** The consumer group that reads the log for the generation in that database. */
export const groupOf = (database: string): string => `projector-${database}`

/** Raise it with every change of a read model's rows: the next leader makes all rows again from events before its first batch. */
export const DEFINITIONS = 1

/** Which definitions the rows of a generation follow; undefined before its first leader. 0 while a leader makes them again. */
export const readDefinitions = async (client: ClickHouseClient, db: string): Promise<number | undefined> => {
  const answer = await client.query({
    query: `
      SELECT max(definitions) AS definitions FROM {db:Identifier}.leaders
      WHERE epoch = (SELECT max(epoch) FROM {db:Identifier}.leaders) HAVING count() > 0`,
    query_params: { db },
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ definitions: number }>()
  return row?.definitions
}

/** The NOTIFY channel for changed read models: `{changed: [names of reads]}`. */
export const CHANGED_CHANNEL = 'firsttouch_changed'

/** Throws when none serves, which no migrated database is ever without. */
export const servingGeneration = async (sql: ISql): Promise<number> => {
  const [row] = await sql<{ generation: number }[]>`
    SELECT generation FROM read_models WHERE state = 'serving'`
  if (!row) throw new Error('No generation of the read models is marked as serving in the table read_models.')
  return row.generation
}

export const servingDatabase = async (sql: ISql): Promise<string> => databaseOf(await servingGeneration(sql))

/** How far the read models are in a partition of the log: the next offset, and when the newest entry before it was appended. */
export type Progress = { partition: number; next: number; appendedAt: Date }

export const readProgress = async (client: ClickHouseClient, db: string): Promise<Progress[]> => {
  const answer = await client.query({
    query: `
      SELECT partition, next_offset AS next, toUnixTimestamp64Milli(appended_at) AS appended
      FROM {db:Identifier}.progress FINAL`,
    query_params: { db },
    format: 'JSONEachRow',
  })
  const rows = await answer.json<{ partition: number; next: string; appended: string }>()
  return rows.map(({ partition, next, appended }) => ({
    partition,
    next: Number(next),
    appendedAt: new Date(Number(appended)),
  }))
}

/** The accounting says something every few seconds. One that is older says nothing of now. */
export const isAccountingOfNow = (asOf: string, now: Date): boolean =>
  now.getTime() - Date.parse(asOf) < ACCOUNTING_HOLDS_MS

const ACCOUNTING_HOLDS_MS = 15_000
