import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'
import type { Deps, NotifySettings } from '../deps.ts'
import { latchVerdicts } from '../experiments/verdicts.ts'
import type { Message, Section } from '../notifications/mail/body.ts'
import { enqueueNews } from '../notifications/queue.ts'
import {
  addDays,
  dayIn,
  localHour,
  type Period,
  periodBefore,
  startOfDay,
} from '../read-model/report-days.ts'
import { countChannels, countTypes } from '../reports/analytics.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'now' | 'config'>

/** `week` is the first day of the digest's week. Throws if the figures are unavailable. */
export const digestOf = async (deps: Needs, dashboardUrl: string, week: string): Promise<Message> => {
  const period: Period = { from: week, to: addDays(week, 6), days: 7 }
  const sections = await Promise.all(SECTIONS.map(section => section(deps, period)))
  return {
    title: `Your week, ${dayWords(period.from)} to ${dayWords(period.to)}`,
    sentence: `Figures for ${dayWords(period.from)} to ${dayWords(period.to)} (${deps.config.timeZone}). Brackets show the week before.`,
    sections: sections.filter(({ rows }) => rows.length > 0),
    link: {
      url: `${dashboardUrl}/admin?from=${period.from}&to=${period.to}`,
      words: 'Open these days in the dashboard',
    },
  }
}

const figures = async (deps: Needs, period: Period): Promise<Section> => {
  const [now, before] = await Promise.all([countWeek(deps, period), countWeek(deps, periodBefore(period))])
  const row = (label: string, of: (week: Week) => number): [string, string] => [
    label,
    against(of(now), of(before)),
  ]
  return {
    heading: '',
    rows: [
      row('Visits', week => week.visits),
      row('Conversions', week => week.conversions),
      ['Conversion rate', `${rateOf(now)} (${rateOf(before)})`],
      row('Leads', week => week.leads),
      row('of these qualified', week => week.qualified),
      row('Trial sign-ups', week => week.trials),
      row('Onboardings', week => week.onboardings),
    ],
  }
}

const channels = async ({ readModel, config }: Needs, period: Period): Promise<Section> => ({
  heading: 'Where visits came from',
  rows: (await countChannels(readModel, { period, zone: config.timeZone }))
    .filter(({ channel }) => channel !== 'Internal')
    .map(row => [row.channel, `${whole.format(row.visits)}, conversion rate ${rateOf(row)}`]),
})

const campaigns = async ({ sql, config }: Needs, period: Period): Promise<Section> => ({
  heading: 'Campaigns that brought the most leads',
  rows: (await bestCampaigns(sql, period, config.timeZone)).map(({ campaign, leads, qualified }) => [
    withoutContactData(campaign),
    `${leads} ${leads === 1 ? 'lead' : 'leads'}, ${qualified} qualified`,
  ]),
})

const experiments = async (deps: Needs): Promise<Section> => ({
  heading: 'A/B test',
  rows: (await latchVerdicts(deps)).map(({ sentence, daysRun }) => [`After ${daysRun} days`, sentence]),
})

const SECTIONS: ((deps: Needs, period: Period) => Promise<Section>)[] = [
  figures,
  channels,
  campaigns,
  experiments,
]

type Week = Awaited<ReturnType<typeof countWeek>>

const countWeek = async ({ sql, readModel, config }: Needs, period: Period) => {
  const zone = config.timeZone
  const [types, came] = await Promise.all([
    countTypes(readModel, { period, zone }),
    countCame(sql, period, zone),
  ])
  const sum = (kind: 'visit' | 'conversion') =>
    types.filter(type => type.kind === kind).reduce((all, { count }) => all + Number(count), 0)
  return { ...came, visits: sum('visit'), conversions: sum('conversion') }
}

const whole = new Intl.NumberFormat('en-GB')

/** Returns the count, the earlier count and the change, for example `1,941 (1,904, +2%)`. */
export const against = (now: number, before: number): string => {
  const share = before === 0 ? '' : `, ${signed(Math.round(((now - before) / before) * 100))}%`
  return `${whole.format(now)} (${whole.format(before)}${share})`
}
const signed = (percent: number): string => (percent > 0 ? `+${percent}` : String(percent).replace('-', '−'))

const rateOf = ({ visits, conversions }: Pick<Week, 'visits' | 'conversions'>): string =>
  visits === 0 ? 'none' : `${((conversions / visits) * 100).toFixed(1)}%`

const dayWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))

type Came = { leads: number; qualified: number; trials: number; onboardings: number }
type BestCampaign = { campaign: string; leads: number; qualified: number }

const within = (sql: ISql, { from, to }: Period, zone: string) => sql`
  created_at >= ${from}::date::timestamp AT TIME ZONE ${zone} AND created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${zone}`

/** Excludes spam and deleted records. */
export const countCame = async (sql: ISql, period: Period, zone: string): Promise<Came> => {
  const [came] = await sql<[Came]>`
    SELECT count(*)::int AS leads, (count(*) FILTER (WHERE qualified))::int AS qualified,
      (count(*) FILTER (WHERE signed_up))::int AS trials,
      (SELECT count(*)::int FROM onboarding_submissions
        WHERE deleted_at IS NULL AND spam_reason = '' AND ${within(sql, period, zone)}) AS onboardings
    FROM counted_leads WHERE ${within(sql, period, zone)}`
  return came
}

const BEST = 5

/** If several campaigns share a `utm_campaign`, adds source and medium to the name. */
export const bestCampaigns = (sql: ISql, period: Period, zone: string): Promise<BestCampaign[]> => sql<
  BestCampaign[]
>`
  SELECT campaign || CASE WHEN campaign IN (SELECT utm_campaign FROM campaigns GROUP BY 1 HAVING count(*) > 1)
      THEN format(' (%s / %s)', utm_source, utm_medium) ELSE '' END AS campaign,
    count(*)::int AS leads, (count(*) FILTER (WHERE qualified))::int AS qualified
  FROM counted_leads WHERE campaign <> '' AND ${within(sql, period, zone)}
  GROUP BY 1 ORDER BY qualified DESC, leads DESC, 1 LIMIT ${BEST}`

/** The digest is due on Mondays at this hour of the report time zone. */
const AT_HOUR = 8

/** Returns when the latest digest was due (`at`), and the first day of the week that it covers (`week`). */
export const digestDue = (zone: string, now: Date): { week: string; at: Date } => {
  const monday = mondayOf(dayIn(zone, now))
  const at = hourOf(zone, monday, AT_HOUR)
  if (at <= now) return { week: addDays(monday, -7), at }
  const before = addDays(monday, -7)
  return { week: addDays(before, -7), at: hourOf(zone, before, AT_HOUR) }
}

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Returns the time of a local hour on the given day. Corrects for a clock change earlier on that day. */
const hourOf = (zone: string, day: string, hour: number): Date => {
  const at = startOfDay(zone, day).getTime() + hour * HOUR_MS
  return new Date(at + (hour - localHour(zone, at).hour) * HOUR_MS)
}

/** The week is part of the queue's unique key, so several processes send each recipient only one digest. */
export const enqueueDigest = async (sql: ISql, settings: NotifySettings, zone: string, now: Date) => {
  const { week, at } = digestDue(zone, now)
  await enqueueNews(sql, settings, { kind: 'digest', about: week, at })
}
