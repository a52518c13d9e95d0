/** What a preview says of days whose cost is known already: nothing that is known is replaced without a word. */
import type { Sql } from 'postgres'
import type { ImportAnswer } from '../../contract/costs/spend.ts'
import { countedBy, keyOf, readTags } from '../campaign-tags.ts'
import { countedOf, isTyped, type KnownCost, type ReportSource, sumOf } from '../sources.ts'
import type { SpendChange } from '../store.ts'

type Known = ImportAnswer['known'][number]
const MOST_TOLD = 50
const KINDS: Known['kind'][] = ['replaced', 'typed', 'added']

export const openKnown = async (
  sql: Sql,
  source: ReportSource,
  { currency, today }: { currency: string; today: string },
) => {
  const byValue = Map.groupBy(await readTags(sql), ({ utmCampaign }) => utmCampaign)
  const names = new Map(
    [...byValue.values()].flatMap(same =>
      same.map(one => [keyOf(countedBy({ ...one, isShared: same.length > 1 })), one.name]),
    ),
  )
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const said = (costs: readonly KnownCost[]) =>
    `${format.format(hundredthsIn(costs) / 100)} (${costs.map(sourceName).join(', ')})`
  const all: Known[] = []
  const see = ({ row, known, was, becomes }: SpendChange): void => {
    const { day, cost } = row
    const tags = {
      utmCampaign: row.utmCampaign,
      utmSource: row.utmSource ?? '',
      utmMedium: row.utmMedium ?? '',
    }
    if (!was || !becomes || cost === null) return
    const counted = countedOf(known, currency)
    const now: KnownCost = { ...source, account: source.account ?? '', cost, clicks: null, currency }
    const own = counted.filter(one => one.platform === now.platform && one.account === now.account)
    const kind = counted.some(isTyped) ? 'typed' : own.length > 0 ? 'replaced' : 'added'
    const met = kind === 'replaced' ? own : counted
    if (kind !== 'added' && hundredthsIn(met) === hundredthsIn([now])) return
    const texts = {
      replaced: `${said(met)} becomes ${said([now])}`,
      typed: `${said(met)} goes on counting, not ${said([now])}`,
      added: `${said([now])} comes on top of ${said(met)}`,
    }
    const text = `${dayName(day, today)}, ${names.get(keyOf(tags)) ?? row.utmCampaign}: ${texts[kind]}`
    const sums = { was: was.hundredths / 100, becomes: becomes.hundredths / 100 }
    all.push({ kind, date: day, ...tags, ...sums, text })
  }
  const told = () => {
    const ordered = all.toSorted(
      (a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.date.localeCompare(a.date),
    )
    return { known: ordered.slice(0, MOST_TOLD), moreKnown: Math.max(0, ordered.length - MOST_TOLD) }
  }
  return { see, told }
}

const hundredthsIn = (costs: readonly KnownCost[]): number => sumOf(costs)?.hundredths ?? 0

const sourceName = ({ platform, account }: Pick<KnownCost, 'platform' | 'account'>): string =>
  platform === ''
    ? 'typed in'
    : [platform === 'other' ? 'a table' : platform, account].filter(Boolean).join(', ')

const dayName = (day: string, today: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(day))
