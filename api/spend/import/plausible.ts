/** Finds costs that staff must confirm. */
import type { Sql } from 'postgres'
import type { ImportAnswer } from '../../contract/costs/spend.ts'
import { keyOf, readTags } from '../campaign-tags.ts'
import { countedOf, isTyped, type KnownCost, type ReportSource, sumOf } from '../sources.ts'
import type { DayCost, SpendChange } from '../store.ts'
import { MICROS } from './amounts.ts'
import type { NamedCosts } from './interpret.ts'
import { firstOf } from './problems.ts'

type Question = ImportAnswer['questions'][number]

/** Thresholds for a currency with two decimals. */
const LEAST_MILLIONTHS = 10_000
const MOST_A_CLICK = 500
const LEAST_ABOVE = 10
const TIMES_USUAL = 5
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
  const costs = paid.filter(({ cost }) => cost !== 0)
  const large = costs.filter(
    ({ campaign, day, cost, clicks }) =>
      cost >= LEAST_MILLIONTHS * scale && (!clicks || dear.has(`${day} ${campaign}`)),
  )
  const [first] = large
  if (first && large.length * 2 > costs.length && costs.every(({ cost }) => Number.isInteger(cost))) {
    questions.length = 0
    ask(
      'millionths',
      first,
      `costs ${money(first.cost)}. All costs are whole numbers, and most are large. If they are in millionths, this one is ${money(first.cost / MICROS)}`,
    )
  } else {
    const usual = await usualDays(sql, rows, currency)
    for (const { utmCampaign: campaign, day, cost } of rows) {
      if (Number(cost) < 0)
        ask(
          'credit',
          { campaign, day },
          `has a cost of ${money(Number(cost))} after credits, so it counts as ${money(0)}`,
        )
      const most = usual.get(campaign) ?? Number.POSITIVE_INFINITY
      if (Number(cost) > most * TIMES_USUAL && Number(cost) > most + LEAST_ABOVE * scale)
        ask('day', { campaign, day }, `costs ${money(Number(cost))}, but ${money(most)} a day is usual`)
    }
  }
  const [asked, more] = firstOf(questions)
  return { questions: asked, moreQuestions: more }
}

/** Median daily cost of each campaign, over the days of the file and other stored days. */
const usualDays = async (sql: Sql, rows: readonly DayCost[], currency: string) => {
  const found = await sql<{ utmCampaign: string; usual: number }[]>`
    WITH given AS (SELECT * FROM unnest(${rows.map(({ utmCampaign }) => utmCampaign)}::text[],
      ${rows.map(({ day }) => day)}::text[]::date[], ${rows.map(({ cost }) => cost)}::text[]::numeric[]) AS given (utm_campaign, day, cost))
    SELECT utm_campaign AS "utmCampaign", (percentile_disc(0.5) WITHIN GROUP (ORDER BY cost))::float8 AS usual
    FROM (
      SELECT * FROM given
      UNION ALL SELECT utm_campaign, day, sum(cost) FROM spend_counted
      WHERE currency = ${currency} AND utm_campaign IN (SELECT utm_campaign FROM given)
        AND day >= (SELECT min(day) FROM given) - ${USUAL_DAYS}::int
        AND (utm_campaign, day) NOT IN (SELECT utm_campaign, day FROM given)
      GROUP BY utm_campaign, day
    ) AS days
    WHERE cost > 0 GROUP BY utm_campaign HAVING count(*) >= ${LEAST_DAYS}`
  return new Map(found.map(({ utmCampaign, usual }) => [utmCampaign, usual]))
}

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
      typed: `${said(met)} still counts, and ${said([now])} does not`,
      added: `${said([now])} is added to ${said(met)}`,
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
