/** The names that belong to a generation of read models, and which generation serves. */
import type { ISql } from 'postgres'

/** `kept` is fed like the serving one, for a roll-back; `retired` is to be dropped. */
export type GenerationState = 'building' | 'ready' | 'serving' | 'kept' | 'retired'

/** The ClickHouse database of a generation. */
export const databaseOf = (generation: number): string => `firsttouch_${generation}`

/** The consumer group that reads the log for the generation in that database. */
export const groupOf = (database: string): string => `projector-${database}`

/** PostgreSQL tells on it what changed in the read models; `{changed: [names of reads]}`. */
export const CHANGED_CHANNEL = 'firsttouch_changed'

/** Throws when none serves, which no migrated database is ever without. */
export const servingGeneration = async (sql: ISql): Promise<number> => {
  const [row] = await sql<{ generation: number }[]>`
    SELECT generation FROM read_models WHERE state = 'serving'`
  if (!row) throw new Error('No generation of the read models is marked as serving in the table read_models.')
  return row.generation
}

export const servingDatabase = async (sql: ISql): Promise<string> => databaseOf(await servingGeneration(sql))
