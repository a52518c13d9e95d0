/** Counts equal and different values by area, and stores the facts behind each difference. */

export type Difference = {
  area: string
  call: string
  field: string
  ours: unknown
  theirs: unknown
  because: string[]
}
export type Because = (field: string) => readonly unknown[]
type Key = string | number

/** The last digits of floating-point sums may differ. */
const isEqual = (ours: unknown, theirs: unknown): boolean =>
  typeof ours === 'number' && typeof theirs === 'number'
    ? Math.abs(ours - theirs) <= 1e-9 * Math.max(1, Math.abs(ours))
    : ours === theirs

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Most differences that are stored for an area. The table counts all differences. */
const KEPT = 8
const MOST_FACTS = 5

/** An event or lead as a line. Anything else as JSON. */
const brief = (fact: unknown): string => {
  if (!isTree(fact) || typeof fact.at !== 'number') return JSON.stringify(fact).slice(0, 300)
  const { at, id, kind, session, tags, page, type, test, variant, status, moves, spam } = fact
  const link = isTree(tags) ? `${tags.source}/${tags.medium}/${tags.campaign}` : undefined
  const said = Object.entries({ id, kind, session, link, page, type, test, variant, status, spam, moves })
  const words = said.filter(([, value]) => value !== undefined && value !== '')
  return `${new Date(at).toISOString()} ${words.map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')}`
}

export const openComparison = () => {
  const areas = new Map<string, { equal: number; different: number }>()
  const differences: Difference[] = []

  const one = (
    area: string,
    call: string,
    field: string,
    ours: unknown,
    theirs: unknown,
    because?: Because,
  ) => {
    const counts = areas.get(area) ?? { equal: 0, different: 0 }
    areas.set(area, counts)
    if (isEqual(ours, theirs)) {
      counts.equal += 1
      return
    }
    counts.different += 1
    if (differences.filter(known => known.area === area).length >= KEPT) return
    const facts = because?.(field) ?? []
    const shown = facts.slice(0, MOST_FACTS).map(brief)
    const more = facts.length > MOST_FACTS ? [`and ${facts.length - MOST_FACTS} more`] : []
    differences.push({ area, call, field, ours, theirs, because: [...shown, ...more] })
  }

  /** Compares every value of `ours` with its counterpart in `theirs`. Additional values of `theirs` are ignored. */
  const same = (
    area: string,
    call: string,
    ours: unknown,
    theirs: unknown,
    because?: Because,
    field = '',
  ): void => {
    if (!isTree(ours)) {
      one(area, call, field, ours, theirs, because)
      return
    }
    if (Array.isArray(ours)) {
      const length = Array.isArray(theirs) ? theirs.length : undefined
      one(area, call, `${field}.length`, ours.length, length, because)
    }
    for (const [key, value] of Object.entries(ours)) {
      const there = isTree(theirs) ? theirs[key] : undefined
      same(area, call, value, there, because, field === '' ? key : `${field}.${key}`)
    }
  }

  /** Compares lists in any order by key. Rows missing on either side are differences. */
  const rows = <Ours extends object>(
    area: string,
    call: string,
    keyOf: (row: Record<string, unknown>) => Key,
    ours: readonly Ours[],
    theirs: readonly object[],
    because?: (ours: Ours | undefined) => readonly unknown[],
  ): void => {
    const keyed = (list: readonly object[]) =>
      new Map(list.map(row => [keyOf(row as Record<string, unknown>), row]))
    const [own, other] = [keyed(ours) as Map<Key, Ours>, keyed(theirs)]
    one(area, call, 'rows', ours.length, theirs.length)
    if (own.size !== ours.length)
      throw new Error(`${area} ${call}: the oracle has two rows with the same key`)
    for (const [key, row] of own) {
      const there = other.get(key)
      if (there) same(area, call, row, there, () => because?.(row) ?? [], `[${key}]`)
      else one(area, call, `[${key}]`, JSON.stringify(row), 'no such row', () => because?.(row) ?? [])
    }
    for (const [key, row] of other)
      if (!own.has(key)) one(area, call, `[${key}]`, 'no such row', JSON.stringify(row))
  }

  return {
    same,
    rows,
    differences,
    total: () => [...areas.values()].reduce((sum, { equal, different }) => sum + equal + different, 0),
    different: () => [...areas.values()].reduce((sum, one) => sum + one.different, 0),
    table: (): string => {
      const lines = [...areas].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const all = lines.reduce(
        (sum, [, { equal, different }]) => ({
          equal: sum.equal + equal,
          different: sum.different + different,
        }),
        { equal: 0, different: 0 },
      )
      return ['| area | equal | different |', '| --- | ---: | ---: |']
        .concat(
          [...lines, ['together', all] as const].map(
            ([area, c]) => `| ${area} | ${c.equal} | ${c.different} |`,
          ),
        )
        .join('\n')
    },
  }
}
export type Comparison = ReturnType<typeof openComparison>

export const sentence = ({ area, call, field, ours, theirs, because }: Difference): string =>
  [
    `${area}: ${call} says ${field} = ${JSON.stringify(theirs)}, the oracle ${JSON.stringify(ours)}`,
    ...because,
  ].join('\n    ')
