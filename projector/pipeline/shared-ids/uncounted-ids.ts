/** Ids that may be in the store and are not counted. Of two batches with one id, who announces it later sees the other, or its row. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { ISql } from 'postgres'
import type { DeadLetter } from '../dead-letters.ts'
import { tallyOfRecord } from '../entries/tally.ts'

type Place = { partition: number; offset: number }

/** To be committed before others' are asked for, and these before the store is. */
export const announce = async (
  sql: ISql,
  group: string,
  records: LogRecord[],
  isDeadLetter = false,
): Promise<void> => {
  if (!records.some(record => idsOf(record).length > 0)) return
  const partitions = [...Map.groupBy(records, ({ partition }) => partition).values()]
  await write(sql, group, isDeadLetter, partitions)
}

/** Which ids of these entries, announced before, somebody else has announced by now. */
export const announcedByOthers = async (
  sql: ISql,
  group: string,
  records: LogRecord[],
  isDeadLetter = false,
): Promise<Set<string>> => {
  const rows = await sql<{ id: string }[]>`${othersOf(sql, group, records, isDeadLetter)}`
  if (rows.length === 0) return new Set()
  const own = new Set(records.flatMap(idsOf))
  return new Set(rows.map(({ id }) => id).filter(id => own.has(id)))
}

/** An entry that a store refused may have left rows in it. */
export const announceDeadLetters = async (sql: ISql, group: string, letters: DeadLetter[]): Promise<void> => {
  const refused = letters.filter(({ reason, ...record }) => reason === 'refused' && idsOf(record).length > 0)
  if (refused.length > 0)
    await write(
      sql,
      group,
      true,
      refused.map(letter => [letter]),
    )
}

export const withdrawDeadLetters = async (sql: ISql, group: string, places: Place[]): Promise<void> => {
  if (places.length > 0)
    await sql`
      DELETE FROM uncounted_ids WHERE consumer_group = ${group} AND is_dead_letter AND (partition, "offset") IN (
        SELECT * FROM unnest(${places.map(({ partition }) => partition)}::integer[], ${places.map(({ offset }) => offset)}::bigint[])
      )`
}

export const idsOf = (record: LogRecord): string[] => tallyOfRecord(record).ids

/** It covers what was announced of some of the same entries. */
const write = (sql: ISql, group: string, isDeadLetter: boolean, stretches: LogRecord[][]) => {
  const rows = stretches.map(records => {
    const offsets = records.map(({ offset }) => offset)
    const [offset, next] = [Math.min(...offsets), Math.max(...offsets) + 1]
    return { partition: records[0]?.partition ?? 0, offset, next, ids: records.flatMap(idsOf).join() }
  })
  return sql`
    WITH own AS (
      SELECT * FROM unnest(
        ${rows.map(({ partition }) => partition)}::integer[], ${rows.map(({ offset }) => offset)}::bigint[],
        ${rows.map(({ next }) => next)}::bigint[], ${rows.map(({ ids }) => ids)}::text[]
      ) AS own (partition, "offset", next_offset, ids)
    ), part AS (
      DELETE FROM uncounted_ids AS u USING own
      WHERE consumer_group = ${group} AND is_dead_letter = ${isDeadLetter}
        AND u.partition = own.partition AND u."offset" >= own."offset" AND u.next_offset <= own.next_offset
    )
    INSERT INTO uncounted_ids SELECT ${group}, partition, "offset", next_offset, ${isDeadLetter}, string_to_array(ids, ',')::uuid[] FROM own`
}

/** A partition belongs to one batch at a time: others of it are dead, and theirs come again. Its dead letters are replayed at any time. */
const othersOf = (sql: ISql, group: string, records: LogRecord[], isDeadLetter: boolean) => {
  const partitions = [...new Set(records.map(({ partition }) => partition))]
  const [first] = records
  const isOwn = isDeadLetter
    ? sql`is_dead_letter AND partition = ${first?.partition ?? 0} AND "offset" = ${first?.offset ?? 0}`
    : sql`NOT is_dead_letter AND partition = ANY(${partitions})`
  const among = sql`FROM uncounted_ids WHERE consumer_group = ${group}`
  return sql`
    SELECT DISTINCT id FROM (SELECT unnest(ids) AS id ${among} AND NOT (${isOwn})) AS theirs
    JOIN (SELECT unnest(ids) AS id ${among} AND ${isOwn}) AS own USING (id)
    WHERE EXISTS (SELECT ${among} AND NOT (${isOwn}))`
}
