/** Read models with one row per record, such as a lead. The columns come from the event with the greatest version. */
import { type EventType, listed, type Rollup } from './rollup.ts'

export const field = (name: string) => `JSONExtractString(properties, '${name}')`
export const flag = (name: string) => `toUInt8(JSONExtractBool(properties, '${name}'))`
export const time = (name: string) => `parseDateTime64BestEffortOrZero(${field(name)}, 3, 'UTC')`

type Latest = Pick<Rollup, 'table' | 'erasure' | 'parity'> & {
  types: EventType[]
  /** Name of the property with the record's UUID. */
  key: string
  /** Column → SQL expression over the record's event with the greatest version. */
  latest: Record<string, string>
  /** Column → SQL aggregate over all events of the record. Default: `told`, the number of these events. */
  over?: Record<string, string>
}

const NUMBER = { told: 'count()' }

export const latestOf = ({ types, key, latest, over = NUMBER, ...own }: Latest): Rollup => {
  const stand = `(JSONExtractUInt(properties, 'version'), id)`
  const columns = [
    // argMax skips null and would return an older value. A tuple is never null.
    ...Object.entries(latest).map(
      ([name, expression]) => `argMax(tuple(${expression}), ${stand}).1 AS now_${name}`,
    ),
    ...Object.entries(over).map(([name, aggregate]) => `${aggregate} AS now_${name}`),
  ]
  return {
    reads: types,
    bucket: 'minute',
    from: (db, touched) => `(
    SELECT minute, toUUIDOrZero(${field(key)}) AS record, ${columns.join(', ')}
    FROM ${db}.events FINAL
    WHERE ${touched('minute')} AND type IN (${listed(types)})
    GROUP BY minute, record
  )`,
    bucketOf: 'minute',
    keys: { [key]: 'record' },
    also: Object.fromEntries(Object.keys({ ...latest, ...over }).map(name => [name, `now_${name}`])),
    weight: 'toUInt64(1)',
    measures: {},
    ...own,
  }
}
