/** Sentences of the preview about known costs that the report replaces, adds to or leaves. */
import type { Sql } from 'postgres'
import { keyOf, readTags } from '../campaign-tags.ts'
import { countedOf, isTyped, type KnownCost, type ReportSource, sumOf } from '../sources.ts'
import type { SpendChange } from '../store.ts'
import { firstOf } from './problems.ts'

export const openKnown = async (
  sql: Sql,
  source: ReportSource,
  { currency, today }: { currency: string; today: string },
) => {
  const campaigns = await readTags(sql)
  const names = new Map(
    campaigns.flatMap(one => [one.utmCampaign, keyOf(one)].map(key => [key, one.name] as const)),
  )
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const hundredthsIn = (costs: readonly KnownCost[]): number => sumOf(costs)?.hundredths ?? 0
  const said = (costs: readonly KnownCost[]) =>
    `${format.format(hundredthsIn(costs) / 100)} (${costs.map(sourceName).join(', ')})`
  const texts: Record<'replaced' | 'typed' | 'added', string[]> = { replaced: [], typed: [], added: [] }
  const see = ({ row, known }: SpendChange): void => {
    const counted = countedOf(known, currency)
    if (counted.length === 0 || row.cost === null) return
    const now = { ...source, cost: row.cost, clicks: null, currency }
    const own = counted.filter(one => one.platform === now.platform && one.account === now.account)
    const kind = counted.some(isTyped) ? 'typed' : own.length > 0 ? 'replaced' : 'added'
    const met = kind === 'replaced' ? own : counted
    if (kind !== 'added' && hundredthsIn(met) === hundredthsIn([now])) return
    const words = {
      replaced: `${said(met)} becomes ${said([now])}`,
      typed: `${said(met)} goes on counting, not ${said([now])}`,
      added: `${said([now])} comes on top of ${said(met)}`,
    }
    const name = names.get(keyOf({ utmSource: '', utmMedium: '', ...row })) ?? row.utmCampaign
    texts[kind].push(`${dayName(row.day, today)}, ${name}: ${words[kind]}`)
  }
  const named = () => {
    const [known, moreKnown] = firstOf(Object.values(texts).flat())
    return { known, moreKnown }
  }
  return { see, named }
}

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
