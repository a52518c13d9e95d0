/** Compares a view, as `npm run sql` returns it, row by row and column by column. */
import { dayOf } from '../../days.ts'
import { isCounted, isVisit } from '../../definitions/traffic.ts'
import type { Event, Tags } from '../../facts.ts'
import { type Look, stamp } from '../look.ts'

export type Row = Record<string, unknown>
export type Views = ReturnType<typeof openViews>

export const TOUCH = ['day', 'source', 'medium', 'campaign']
export const touch = ({ source, medium, campaign }: Tags) => ({
  source: source || 'direct',
  medium,
  campaign,
})

/** Columns that other comparisons cover: the numbers that link one view to another, what a test declares, and times from other stores. */
const SEEN_ELSEWHERE = new Set([
  'session_number',
  'lead_number',
  'title',
  'page',
  'planned_visitors',
  'changed_at',
])

/** ClickHouse returns 64-bit numbers and decimals as strings. */
const plain = (row: Row, numbers: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      numbers.includes(name) && value !== null ? Number(value) : value,
    ]),
  )

export const openViews = ({ business, system, compare }: Look) => {
  const day = (at: number) => dayOf(business.zone, at)
  const counted = business.events.filter(isCounted)
  const visits = business.events.filter(isVisit)
  const compared = new Set<string>()

  const view = async <Ours extends Row>(
    name: string,
    keys: readonly string[],
    numbers: readonly string[],
    ours: readonly Ours[],
    because?: (row: Ours | undefined) => readonly unknown[],
  ): Promise<Row[]> => {
    compared.add(name)
    const theirs = (await system.sql<Row>(`SELECT * FROM ${name}`)).map(row => plain(row, numbers))
    compare.rows(
      `view ${name}`,
      `SELECT * FROM ${name}`,
      row => keys.map(key => row[key]).join(' | '),
      ours,
      theirs,
      because,
    )
    // Every column of the view must be compared.
    const [one] = theirs
    const missing =
      one && ours[0]
        ? Object.keys(one).filter(column => !(column in (ours[0] as Row)) && !SEEN_ELSEWHERE.has(column))
        : []
    compare.same(`view ${name}`, 'columns without a definition', [], missing)
    return theirs
  }
  /** Groups events by the key that `keyOf` returns. */
  const grouped = (keyOf: (event: Event) => Row, events = counted): (Row & { events: Event[] })[] =>
    [...Map.groupBy(events, event => JSON.stringify(keyOf(event)))].map(([key, own]) => ({
      ...(JSON.parse(key) as Row),
      events: own,
    }))
  const bare = ({ events: _, ...row }: Row & { events: Event[] }): Row => row
  const by = async (
    name: string,
    keys: string[],
    groups: (Row & { events: Event[] })[],
    count: (events: Event[]) => Row,
  ) => {
    const ours = groups.map(group => ({ ...bare(group), ...count(group.events) }))
    const numbers = Object.keys(count([]))
    const keyOf = (row: Row) => keys.map(key => row[key]).join(' | ')
    await view(
      name,
      keys,
      numbers,
      ours,
      row => groups.find(group => row && keyOf(group) === keyOf(row))?.events ?? [],
    )
  }

  // Learns each session's number from its events. No two events share a time.
  const byTime = new Map(
    business.events.filter(({ agent }) => agent.bot === '').map(event => [stamp(event.at), event]),
  )
  const numbers = new Map<string, unknown>()
  const learnSessions = (rows: readonly Row[], time: string): void => {
    for (const row of rows) {
      const { session } = byTime.get(String(row[time])) ?? {}
      if (session === undefined) continue
      const known = numbers.get(session)
      if (known === undefined) numbers.set(session, row.session_number)
      else compare.same('views join', `session ${session}`, known, row.session_number)
    }
  }
  return { day, counted, visits, compared, view, grouped, by, learnSessions }
}
