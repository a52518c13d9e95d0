/** Costs of a range added up, and the days that they cover; beside those of the period before. */
import type { Deps } from '../deps.ts'
import { firstDay } from '../read-model/first-day.ts'
import { dayIn, type Period } from '../read-model/report-days.ts'
import { type Covered, costWindow, costWindows, coveredDays, type Question } from './known-days.ts'
import { costsByDay, type DayCosts, monthsByCampaign } from './months.ts'

export type SpendSum = { cost: number; covered: Covered }
/** null: no cost is known. `window`: the days before that the costs are compared with. */
export type SpendSums = { now: SpendSum | null; before: SpendSum | null; window: Period | null }

export const askCosts = async (
  deps: Pick<Deps, 'readModel' | 'config' | 'now'>,
  asked: Period | null,
): Promise<Question> => ({
  asked,
  first: await firstDay(deps),
  today: dayIn(deps.config.timeZone, deps.now()),
})

/** By campaign value; a campaign without a known cost is not there. */
export const sumByCampaign = async (
  deps: Pick<Deps, 'sql' | 'config'>,
  values: readonly string[],
  question: Question,
): Promise<Map<string, SpendSums>> => {
  const [longest, ...others] = costWindows(question)
  if (!longest) return new Map()
  const parts = [longest.now, ...[longest, ...others].flatMap(({ before }) => before ?? [])]
  const one = values.length === 1 ? { campaign: values[0] } : {}
  const rows = await monthsByCampaign(deps, parts, one)
  const sums = [...Map.groupBy(rows, ({ value }) => value)].map(([value, own]): [string, SpendSums] => {
    const of = (wanted: (period: Period) => boolean) => {
      const row = own.find(({ part }) => parts[part] && wanted(parts[part]))
      return {
        cost: Number(row?.cost) / 100,
        months: (row?.months ?? []).map(([start, known]) => ({ start, known })),
      }
    }
    const now = of(period => period === longest.now)
    const window = costWindow(question, now.months)
    const before = of(({ from, to }) => from === window?.before?.from && to === window.before.to)
    const sum = (period: Period | null | undefined, { cost, months }: typeof now): SpendSum | null => {
      const covered = period && coveredDays(question, period, months)
      return covered ? { cost, covered } : null
    }
    return [
      value,
      { now: sum(window?.now, now), before: sum(window?.before, before), window: window?.before ?? null },
    ]
  })
  return new Map(sums)
}

/** Of all campaigns in `months` together. */
export const sumDays = (question: Question, months: readonly DayCosts[]): SpendSums => {
  const window = costWindow(question, months)
  const sum = (period: Period | null | undefined): SpendSum | null => {
    const covered = period && coveredDays(question, period, months)
    if (!covered) return null
    const cost = costsByDay(months, period).reduce((sum, { hundredths }) => sum + hundredths, 0) / 100
    return { cost, covered }
  }
  return { now: sum(window?.now), before: sum(window?.before), window: window?.before ?? null }
}
