import type { Comparison } from '../contract/range.ts'
import type { Deps } from '../deps.ts'
import { isIn } from '../read-model/ranges.ts'
import { firstDay } from '../read-model/report.ts'
import { dayIn, type Period } from '../read-model/report-days.ts'
import { keyOf } from './campaign-tags.ts'
import { type CampaignCost, costsByCampaign, type DayCost, type SpendFilter } from './counted.ts'
import { type Covered, costWindow, costWindows, coveredDays, type Question, spansOf } from './known-days.ts'

export type SpendSum = { cost: number; covered: Covered }
/** null if no cost is known. */
export type SpendSums = { now: SpendSum | null; before: SpendSum | null }

export const askCosts = async (
  deps: Pick<Deps, 'readModel' | 'config' | 'now'>,
  asked: Period | null,
  compare?: Comparison,
): Promise<Question> => ({
  asked,
  compare,
  first: await firstDay(deps),
  today: dayIn(deps.config.timeZone, deps.now()),
})

/** Keyed by `keyOf`. Campaigns without a known cost are missing. */
export const sumByCampaign = async (
  deps: Pick<Deps, 'sql' | 'config'>,
  values: readonly string[],
  question: Question,
  { source }: SpendFilter = {},
): Promise<Map<string, SpendSums>> => {
  const [longest, ...others] = costWindows(question)
  if (!longest) return new Map()
  const parts = [longest.now, ...[longest, ...others].flatMap(({ before }) => before ?? [])]
  const one = values.length === 1 ? { campaign: values[0] } : {}
  const rows = await costsByCampaign(deps, parts, { ...one, source })
  const sums = [...Map.groupBy(rows, keyOf)].map(([key, own]): [string, SpendSums] => {
    const rowOf = (period: Period | null | undefined) =>
      own.find(({ part }) => parts[part]?.from === period?.from && parts[part]?.to === period?.to)
    const sum = (period: Period | null | undefined, row?: CampaignCost): SpendSum | null => {
      const covered = period && row && coveredDays(question, period, row.spans)
      return covered ? { cost: row.hundredths / 100, covered } : null
    }
    const now = rowOf(longest.now)
    const window = costWindow(question, now?.spans ?? [])
    return [key, { now: sum(window?.now, now), before: sum(window?.before, rowOf(window?.before)) }]
  })
  return new Map(sums)
}

export const sumDays = (question: Question, days: readonly DayCost[]): SpendSums => {
  const known = spansOf(days.map(({ day }) => day))
  const window = costWindow(question, known)
  const sum = (period: Period | null | undefined): SpendSum | null => {
    const covered = period && coveredDays(question, period, known)
    if (!covered) return null
    const own = days.filter(({ day }) => isIn(covered.spans, day))
    return { cost: own.reduce((sum, { hundredths }) => sum + hundredths, 0) / 100, covered }
  }
  return { now: sum(window?.now), before: sum(window?.before) }
}
