import { beforeEach, expect, test } from 'vitest'
import { firstVersionOf } from '../lease.ts'
import { ROLLUPS } from '../projections/index.ts'
import { openStore } from '../steps/store.ts'
import { fenceOff } from '../takeover.ts'
import { openLeader } from '../testing/leader.ts'
import { erase, openPlanted, REDACTIONS } from '../testing/planted.ts'

const tables = ['events', ...ROLLUPS.map(({ table }) => table)]

let planted: Awaited<ReturnType<typeof openPlanted>>
beforeEach(async () => {
  planted = await openPlanted()
  await erase(planted.deps.sql)
})

/** Rows without the columns that a redaction clears. */
const counts = async () => {
  const found: Record<string, unknown> = {}
  for (const { table, bucket, measures } of ROLLUPS)
    found[table] = await planted.rows(
      `SELECT ${bucket}, ${'n' in measures ? 'sum(n)' : 'count()'} AS n FROM {db}.${table} FINAL GROUP BY ALL ORDER BY ALL`,
    )
  return found
}

const isLeft = () =>
  Promise.all(tables.map(table => planted.rows(`SELECT count() AS n FROM {db}.${table} FINAL`)))

test.each(REDACTIONS)(
  '%s removes the session from every table and changes no count',
  async (name, apply, texts) => {
    const named = ROLLUPS.filter(({ erasure }) => erasure !== 'nothing').map(({ table }) => table)
    expect(await planted.tablesWith(...texts)).toEqual(expect.arrayContaining(['events', ...named]))
    const counted = await counts()
    expect(Object.values(counted)).not.toContainEqual([])
    const [rows, others] = [await isLeft(), await planted.tablesWith('stays')]
    await apply(planted.deps)
    expect(await planted.tablesWith(...texts)).toEqual([])
    expect(await counts()).toEqual(counted)
    if (name !== 'an erasure') return
    // The other session is unchanged. Retention clears details of both.
    expect(await planted.tablesWith('stays')).toEqual(others)
    expect(await isLeft()).toEqual(rows)
  },
)

test.each(REDACTIONS)(
  '%s by a fenced-off leader fails without changing counts, and the successor completes it',
  async (_, apply, texts) => {
    const counted = await counts()
    const { clickhouse, db, sql } = planted.deps
    await fenceOff({ clickhouse, db }, 7, new AbortController().signal)
    await expect(apply(planted.deps)).rejects.toThrow('Another process leads')
    expect(await counts()).toEqual(counted)
    const store = openStore(clickhouse, db, () => String(++version))
    await apply({ ...(await openLeader({ clickhouse, db, sql })), store })
    expect(await counts()).toEqual(counted)
    expect(await planted.tablesWith(...texts)).toEqual([])
  },
)
let version = firstVersionOf(7)
