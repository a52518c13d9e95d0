/** Finds implausible costs, which staff confirm before an import: millionths, an unusual day, or an absurd cost per click. */
import type { Sql } from 'postgres'
import type { ImportAnswer } from '../../contract/costs/spend.ts'
import type { DayCost } from '../store.ts'
import { MICROS } from './amounts.ts'
import type { NamedCosts } from './interpret.ts'

type Question = ImportAnswer['questions'][number]

const MOST_ASKED = 50
const LEAST_MILLIONTHS = 10_000
/** In a currency of two decimals. */
const MOST_A_CLICK = 500
const LEAST_ABOVE = 10
const TIMES_USUAL = 5
/** Fewer days give no reliable median. */
const LEAST_DAYS = 4
const USUAL_DAYS = 90

export const questionsOf = async (
  sql: Sql,
  byName: ReadonlyMap<string, NamedCosts>,
  rows: readonly DayCost[],
  currency: string,
): Promise<Pick<ImportAnswer, 'questions' | 'moreQuestions'>> => {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const money = (cost: number) => format.format(cost)
  const scale = 10 ** (2 - (format.resolvedOptions().maximumFractionDigits ?? 2))
  const paid = [...byName].flatMap(([campaign, { days }]) =>
    [...days].map(([day, { micros, clicks }]) => ({ campaign, day, cost: micros / MICROS, clicks })),
  )
  const questions: Question[] = []
  const ask = (
    about: Question['about'],
    { campaign, day }: { campaign: string; day: string },
    message: string,
  ) => questions.push({ about, campaign, day, message })

  for (const row of paid)
    if (row.clicks && row.cost / row.clicks > MOST_A_CLICK * scale)
      ask(
        'click',
        row,
        `costs ${money(row.cost)} for ${row.clicks} clicks, ${money(row.cost / row.clicks)} a click`,
      )
  const dear = new Set(questions.map(({ campaign, day }) => `${day} ${campaign}`))
  const [first, ...others] = paid.filter(({ cost }) => cost !== 0)
  const isLarge = ({ campaign, day, cost, clicks }: (typeof paid)[number]) =>
    Number.isInteger(cost) && cost >= LEAST_MILLIONTHS && (!clicks || dear.has(`${day} ${campaign}`))
  if (first && [first, ...others].every(isLarge)) {
    questions.length = 0
    ask(
      'millionths',
      first,
      `costs ${money(first.cost)}, and all costs are as large and whole: are they in millionths? Then it is ${money(first.cost / MICROS)}`,
    )
  } else {
    const usual = await usualDays(sql, rows, currency)
    for (const { utmCampaign: campaign, day, cost } of rows) {
      const most = usual.get(campaign) ?? Number.POSITIVE_INFINITY
      if (Number(cost) > most * TIMES_USUAL && Number(cost) > most + LEAST_ABOVE * scale)
        ask('day', { campaign, day }, `costs ${money(Number(cost))}; usual is ${money(most)} a day`)
    }
  }
  return {
    questions: questions.slice(0, MOST_ASKED),
    moreQuestions: Math.max(0, questions.length - MOST_ASKED),
  }
}

/** The median of the days in the file and of the stored days that the file does not have. */
const usualDays = async (
  sql: Sql,
  rows: readonly DayCost[],
  currency: string,
): Promise<Map<string, number>> => {
  const inFile = Map.groupBy(rows, ({ utmCampaign }) => utmCampaign)
  const first = rows.reduce((least, { day }) => (day < least ? day : least), '9999')
  const stored = await sql<DayCost[]>`
    SELECT utm_campaign AS "utmCampaign", day::text, sum(cost) AS cost FROM spend_counted
    WHERE utm_campaign = ANY(${[...inFile.keys()]}) AND currency = ${currency} AND cost > 0
      AND day >= ${first === '9999' ? '2020-01-01' : first}::text::date - ${USUAL_DAYS}::int
    GROUP BY utm_campaign, day`
  const known = Map.groupBy(stored, ({ utmCampaign }) => utmCampaign)
  return new Map(
    [...inFile].flatMap(([campaign, own]) => {
      const days = new Set(own.map(({ day }) => day))
      const before = (known.get(campaign) ?? []).filter(({ day }) => !days.has(day))
      const costs = [...own, ...before]
        .map(({ cost }) => Number(cost))
        .filter(cost => cost > 0)
        .toSorted((a, b) => a - b)
      const median = costs[Math.floor((costs.length - 1) / 2)] ?? 0
      return costs.length < LEAST_DAYS ? [] : [[campaign, median] as const]
    }),
  )
}
