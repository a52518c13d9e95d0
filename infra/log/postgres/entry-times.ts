import type { Sql } from 'postgres'
import type { Place } from '../log.ts'
import { readRows, recordsOf } from './read.ts'

/** More than one row holds: the first may lie wholly before the place, where entries after it were removed. */
const MORE_THAN_A_ROW = { entries: 1_001, size: 1024 * 1024 }

/** When the log took the first entry at or after the place. */
export const readTime = async (sql: Sql, { partition, offset }: Place): Promise<Date | null> => {
  const rows = await readRows(sql, partition, offset, MORE_THAN_A_ROW)
  const row = rows.find(({ first, entries }) => Number(first) + entries > offset)
  if (!row) return null
  const records = recordsOf(partition, row)
  return records.find(record => record.offset >= offset)?.appendedAt ?? null
}
