/** The figures of an installation: made until nothing of the log waits, and held against those of another one. */
import { setTimeout as sleep } from 'node:timers/promises'
import { runGenerations } from '@firsttouch/projector/generations/generations'
import { type Difference, readNumbers } from '@firsttouch/projector/generations/parity'
import type { Stores } from '../../open-stores.ts'
import { MINUTE_MS } from '../../platform/timing.ts'
import type { Sql } from '../../stores/postgres.ts'
import { groupOf, readProgress } from '../../stores/read-models.ts'

/** How many entries of the log are in the figures, and how many it holds. */
type OnProgress = (done: number, of: number) => void

const LOOK_EVERY_MS = 500
const BALANCES_WITHIN_MS = MINUTE_MS

/** Projects until the figures hold the whole log and are accounted for. Nobody else may write to these stores. */
export const makeFigures = async (
  { log, clickhouse, sql, db }: Stores,
  { onError, onProgress }: { onError: (error: unknown) => void; onProgress: OnProgress },
): Promise<void> => {
  const began = new Date()
  const over = new AbortController()
  const running = runGenerations({ log, clickhouse, sql, signal: over.signal, onError })
  const client = clickhouse.client()
  const look = async (): Promise<boolean> => {
    const done = new Map((await readProgress(client, db)).map(({ partition, next }) => [partition, next]))
    const places = (await log.positions(groupOf(db))).map(({ partition, start, end }) => ({
      of: end - start,
      done: Math.min(end, Math.max(start, done.get(partition) ?? 0)) - start,
    }))
    const sum = (key: 'of' | 'done') => places.reduce((all, place) => all + place[key], 0)
    onProgress(sum('done'), sum('of'))
    return sum('done') === sum('of')
  }
  const tellAndGoOn = (error: unknown): false => {
    onError(error)
    return false
  }
  const watching = async () => {
    // A store that is away for a moment is waited for, as the projectors do.
    while (!(await look().catch(tellAndGoOn))) await sleep(LOOK_EVERY_MS)
    const done = new Date()
    while (!(await isBalanced(sql, db, { began, done })) && Date.now() - done.getTime() < BALANCES_WITHIN_MS)
      await sleep(LOOK_EVERY_MS)
  }
  try {
    await Promise.race([watching(), running])
  } finally {
    over.abort()
    await running
  }
}

type Balance = {
  asOf: string
  snapshotAt: string
  types: Record<string, { balanced: boolean }>
  inFlight: number
}
/** A snapshot is taken anew when a count has changed, or does not balance. */
const isBalanced = async (
  sql: Sql,
  db: string,
  { began, done }: { began: Date; done: Date },
): Promise<boolean> => {
  const [row] = await sql<{ balance: Balance | null }[]>`
    SELECT balance FROM accounting WHERE consumer_group = ${groupOf(db)}`
  return (
    row?.balance != null &&
    Date.parse(row.balance.snapshotAt) >= began.getTime() &&
    Date.parse(row.balance.asOf) >= done.getTime() &&
    row.balance.inFlight === 0 &&
    Object.values(row.balance.types).every(({ balanced }) => balanced)
  )
}

/** The last second that ClickHouse's DateTime knows: whatever is counted. */
const ALL = 2 ** 32 - 1

/** Everything that read models and accounting count, by `[what, key]`. */
export const figuresOf = async ({ clickhouse, sql, db }: Stores): Promise<Map<string, number>> => {
  const figures = await readNumbers(clickhouse.client(), db, ALL)
  const counts = await sql<{ type: string; entry: string; n: string }[]>`
    SELECT type, entry, sum(n) AS n FROM event_counts,
      LATERAL (VALUES ('accepted', accepted), ('projected', projected), ('duplicates', duplicates), ('conflicts', conflicts))
        AS counted (entry, n)
    WHERE consumer_group = ${groupOf(db)} GROUP BY type, entry
    UNION ALL
    SELECT counted.key, 'dead letters', sum(counted.value::bigint) FROM dead_letters, jsonb_each_text(types) AS counted
    WHERE consumer_group = ${groupOf(db)} AND replayed_at IS NULL GROUP BY counted.key`
  for (const { type, entry, n } of counts)
    figures.set(JSON.stringify(['the accounting', `${type} ${entry}`]), Number(n))
  return figures
}

export const differencesOf = (before: Map<string, number>, after: Map<string, number>): Difference[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap(name => {
    const [what = '', key = ''] = JSON.parse(name) as string[]
    const [from, to] = [before.get(name) ?? 0, after.get(name) ?? 0]
    return from === to ? [] : [{ what, key, before: from, after: to }]
  })
