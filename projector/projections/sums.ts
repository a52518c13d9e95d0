/** Sums minutes into quarter-hours, which have far fewer rows. Days of every time zone are whole quarter-hours. */
import { bucketSql, itself, listed, type Rollup } from './rollup.ts'

type Sums = {
  table: string
  /** Column whose values `countsIn` maps to read models. A value that is not in `countsIn` is its own read model. */
  by: 'type' | 'model'
  countsIn: Record<string, string[]>
  /** Column → read models that keep it. The other read models leave it empty, so that they have fewer rows. */
  keptIn: Record<string, string[]>
  parity: NonNullable<Rollup['parity']>
}

export const sumsOf = (minutes: Rollup, { table, by, countsIn, keptIn, parity }: Sums): Rollup => {
  const bucket = minutes.bucket === 'minute' ? 'quarter_hour' : 'session_quarter_hour'
  const bucketOf = bucketSql(bucket)
  const columns = [minutes.bucket, ...Object.keys(minutes.keys), 'n'].filter(name => name !== 'model')
  const kept = columns.map(name => {
    const parts = keptIn[name]
    return parts ? `if(part IN (${listed(parts)}), ${name}, '') AS ${name}` : name
  })
  const own = `[toString(counted.${by})]`
  const parts = Object.entries(countsIn).map(([of, all]) => `counted.${by} = '${of}', [${listed(all)}]`)
  return {
    table,
    reads: minutes.reads,
    bucket,
    from: (db, touched) => `(
    SELECT part AS model, ${kept.join(', ')}
    FROM ${db}.${minutes.table} AS counted FINAL
    ARRAY JOIN multiIf(${[...parts, own].join(', ')}) AS part
    WHERE ${touched(bucketOf)}
  )`,
    bucketOf,
    keys: { model: 'model', ...itself(Object.keys(minutes.keys)), at: 'toStartOfFifteenMinutes(at)' },
    weight: 'n',
    measures: { n: 'sum(weight)' },
    erasure: minutes.erasure,
    ...(minutes.keysStay && { keysStay: true }),
    parity,
  }
}
