/**
 * Computes each read model as a pure function of its source. The models have fewer columns than the SQL in
 * `projections/`, but the same sources, buckets, keys and scopes. Product code chooses the buckets and the order of the
 * tiers.
 */
import type { EntryRow } from '../entries/entry-row.ts'
import { cellsOf } from '../entries/rows.ts'
import { DAY_SUMS } from '../projections/days.ts'
import { ROLLUPS } from '../projections/index.ts'
import { bucketOfMinute, type Rollup } from '../projections/rollup.ts'

/** A row of a read model. `session` is set in tables by session. */
export type Row = {
  bucket: number
  key: string
  n: number
  says: string
  session: string
  sessionMinute: number
}

type Definition = {
  source: 'events' | string
  rows: (source: Row[], bucketOf: (row: Row) => number) => Row[]
}

/** Turns a row of `events` into a source row of the model. `says` holds the cells of the event. */
export const sourceOf = (event: EntryRow): Row => {
  const cell = cellsOf(event.row)
  const says = [
    'type',
    'bot',
    'utm_source',
    'utm_campaign',
    'utm_term',
    'channel',
    'page_path',
    'variant',
    'ab_event',
    'conversion_type',
    'properties',
    'occurred_at',
    'id',
  ]
  return {
    bucket: event.minute,
    key: event.type,
    n: 1,
    says: JSON.stringify(Object.fromEntries(says.map(name => [name, cell(name)]))),
    session: event.sessionId,
    sessionMinute: event.sessionMinute,
  }
}
type Said = Record<string, string>
const said = (row: Row): Said => JSON.parse(row.says)

const sums = (rows: Row[]): Row[] => {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.bucket} ${row.key}`
    const before = found.get(key)
    if (before) before.n += row.n
    else found.set(key, { ...row })
  }
  return [...found.values()]
}
const keyed = (row: Row, bucket: number, parts: (string | undefined)[]): Row => ({
  ...row,
  bucket,
  key: parts.join('|'),
  says: '',
  session: '',
})
const isCounted = (row: Row) => ['visit', 'conversion', 'ab_test'].includes(row.key)
const EVENT_KEY = ['type', 'utm_source', 'utm_campaign', 'channel', 'variant', 'ab_event', 'conversion_type']

/** One row per record, from the event with its greatest version. */
const latest = (types: string[], record: string): Definition => ({
  source: 'events',
  rows: (source, bucketOf) =>
    [
      ...Map.groupBy(
        source.filter(row => types.includes(row.key)),
        row => `${bucketOf(row)} ${JSON.parse(said(row).properties ?? '')[record]}`,
      ),
    ].map(([key, rows]) => {
      const stands = rows.map(row => ({
        row,
        version: Number(JSON.parse(said(row).properties ?? '').version),
        id: said(row).id ?? '',
      }))
      const [top] = stands.toSorted((a, b) => b.version - a.version || (a.id < b.id ? 1 : -1))
      const row = top?.row as Row
      const says = `${said(row).utm_campaign} ${said(row).properties} ${rows.length}`
      return { ...row, bucket: bucketOf(row), key, says, session: record === 'lead' ? row.session : '' }
    }),
})

/** Rows `[model, …]` that a session produces. */
const factsOf = (events: Row[]): string[][] => {
  const acts = events.map(row => ({ ...said(row), n: row.n }) as Said & { n: number })
  // Equal times are ordered by text, so arrival order does not matter.
  const text = (act: Said) => `${act.occurred_at} ${JSON.stringify(act)}`
  const sorted = acts.toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
  const visits = sorted.filter(({ type }) => type === 'visit')
  const began = visits[0] ?? sorted.find(({ type }) => type === 'conversion')
  const exposed = sorted.find(({ type, ab_event }) => type === 'ab_test' && ab_event === 'variant_assigned')
  const converted =
    exposed &&
    sorted.some(act => act.type === 'conversion' && `${act.occurred_at}` >= `${exposed.occurred_at}`)
  return [
    ...[...new Set(visits.map(act => `${act.utm_campaign}`))]
      .filter(Boolean)
      .map(campaign => ['visitor', campaign]),
    ...(began
      ? sorted
          .filter(({ type }) => type !== 'ab_test')
          .flatMap(act =>
            Array(act.n).fill([
              'landing',
              `${began.page_path}`,
              `${act.type}`,
              `${act.utm_campaign}`,
              `${act.channel}`,
              `${act.utm_term}`,
            ]),
          )
      : []),
    ...(exposed ? [['participant', `${exposed.variant}`, `${converted}`]] : []),
  ]
}

const DEFINITIONS: Record<string, Definition> = {
  event_minutes: {
    source: 'events',
    rows: (source, bucketOf) =>
      sums(
        source.filter(isCounted).map(row =>
          keyed(
            row,
            bucketOf(row),
            EVENT_KEY.map(name => said(row)[name]),
          ),
        ),
      ),
  },
  event_sums: {
    source: 'event_minutes',
    rows: (source, bucketOf) =>
      sums(
        source.flatMap(row => {
          const [type, , campaign, channel] = row.key.split('|')
          if (type === 'ab_test') return [keyed(row, bucketOf(row), ['ab_event', row.key])]
          return [
            keyed(row, bucketOf(row), ['traffic', type]),
            keyed(row, bucketOf(row), ['site_traffic', type, channel]),
            keyed(row, bucketOf(row), ['campaign_traffic', type, campaign, channel]),
          ]
        }),
      ),
  },
  session_events: {
    source: 'events',
    rows: (source, bucketOf) =>
      sums(
        source.filter(isCounted).map(row => {
          const { id: _, properties: __, ...says } = said(row)
          const bucket = bucketOf(row)
          return { ...row, bucket, key: `${row.session} ${JSON.stringify(says)}`, says: JSON.stringify(says) }
        }),
      ),
  },
  session_minutes: {
    source: 'session_events',
    rows: (source, bucketOf) =>
      sums(
        [...Map.groupBy(source, row => row.session)].flatMap(([, events]) =>
          factsOf(events).map(fact => ({
            ...keyed(events[0] as Row, bucketOf(events[0] as Row), fact),
            n: 1,
          })),
        ),
      ),
  },
  session_sums: {
    source: 'session_minutes',
    rows: (source, bucketOf) =>
      sums(
        source.flatMap(row => {
          const [model, page, type] = row.key.split('|')
          const parts =
            model === 'landing'
              ? [
                  ['touch', row.key],
                  ['landing', page, type],
                ]
              : [[row.key]]
          return parts.map(part => keyed(row, bucketOf(row), part))
        }),
      ),
  },
  event_days: {
    source: 'event_sums',
    rows: (source, bucketOf) =>
      sums(
        source
          .filter(row => row.key.startsWith('campaign_traffic'))
          .map(row => keyed(row, bucketOf(row), [row.key])),
      ),
  },
  session_days: {
    source: 'session_sums',
    rows: (source, bucketOf) =>
      sums(
        source
          .filter(row => /^(visitor|touch)/.test(row.key))
          .map(row => keyed(row, bucketOf(row), [row.key])),
      ),
  },
  leads: latest(['lead_recorded', 'lead_changed'], 'lead'),
  campaign_settings: latest(['campaign_changed'], 'campaign'),
  spend: latest(['spend_recorded'], 'spend'),
  experiment_changes: latest(['experiment_changed'], 'change'),
}

/** In an order in which each table follows the tables that it reads. */
export const TABLES: Rollup[] = [...ROLLUPS, ...DAY_SUMS]

export const definitionOf = ({ table }: Rollup): Definition => {
  const definition = DEFINITIONS[table]
  if (!definition) throw new Error(`The simulator has no model of the table ${table}: add it to DEFINITIONS.`)
  return definition
}

/** Seconds since 1970. Decides the bucket of a source row. */
export const timeIn = (rollup: Rollup, row: Row): number =>
  rollup.bucket === 'session_minute' ? row.sessionMinute : row.bucket
export const bucketIn = (rollup: Rollup, row: Row): number =>
  bucketOfMinute(rollup.bucket, timeIn(rollup, row))

/** Computes all read models from these events, each of which counts once. */
export const tablesOf = (events: EntryRow[]): Map<string, Row[]> => {
  const made = new Map<string, Row[]>([['events', events.map(sourceOf)]])
  for (const rollup of TABLES) {
    const { source, rows } = definitionOf(rollup)
    made.set(
      rollup.table,
      rows(made.get(source) ?? [], row => bucketIn(rollup, row)),
    )
  }
  return made
}
