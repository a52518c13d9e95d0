/** Texts of notifications. They show the record's state at the time of sending. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { labelOf } from '../contract/experiments/declared-shares.ts'
import type { Kind } from '../contract/notifications.ts'
import { ALARM_WORDS, readAlarmAbout } from './alarms/alarms.ts'
import type { Message, Section } from './mail/body.ts'
import type { News } from './queue.ts'

export type MessageDeps = {
  sql: ISql
  timeZone: string
  dashboardUrl: string
  digest: (week: string) => Promise<Message>
}

/** Returns null if the record was deleted or is spam. */
export const messageOf = (deps: MessageDeps, news: News): Promise<Message | null> =>
  MAKERS[news.kind](deps, news)

type Maker = (deps: MessageDeps, news: News) => Promise<Message | null>

type Record = { source: string; at: Date; touch: { [tag: string]: unknown } }
type Said = Pick<Message, 'title' | 'sentence'> & { page: string; words: string }

const ofRecord =
  (table: 'leads' | 'onboarding_submissions', { title, sentence, page, words }: Said): Maker =>
  async ({ sql, timeZone, dashboardUrl }, { about }) => {
    const [row] = await sql<Record[]>`
      SELECT coalesce(to_jsonb(record) ->> 'source', 'onboarding') AS source, created_at AS at, first_touch AS touch
      FROM ${sql(table)} AS record WHERE id = ${about} AND deleted_at IS NULL AND spam_reason = ''`
    if (!row) return null
    const { touch } = row
    // Anyone can write a link, so its tags may contain contact data. Contact data must not reach a mailbox.
    const tag = (name: string) => withoutContactData(String(touch[name] ?? '').slice(0, 255))
    const source = tag('utm_source') || 'direct'
    const campaign = tag('utm_campaign')
    const rows: Section['rows'] = [
      ['Received', timeIn(timeZone, row.at)],
      ['Form', withoutContactData(row.source).replaceAll('_', ' ')],
      ['Source', source],
      ['Campaign', campaign || 'none'],
    ]
    const link = { url: `${dashboardUrl}/admin/${page}=${about}`, words }
    return { title, sentence, link, sections: [{ heading: '', rows }], source, campaign }
  }

const OPEN_LEAD = { page: 'leads?lead', words: 'Open the lead' }

type Arm = { variant: string; label: string; visitors: number; converters: number; due: number }
type Run = { test: string; winner: string | null; at: Date; arms: Omit<Arm, 'label'>[] }

type RunWords = {
  title: string
  when: string
  sentence: (arms: readonly Arm[], winner: string | null) => string
  arm: (arm: Arm) => string
}

/** `what` is the prefix of two columns, for example `decided_at` (time) and `decided_arms` (counts by variant). */
const ofRun =
  (what: 'decided' | 'split_broken', { title, when, sentence, arm }: RunWords): Maker =>
  async ({ sql, timeZone, dashboardUrl }, { about }) => {
    const at = sql(`${what}_at`)
    const [run] = await sql<Run[]>`
      SELECT test_name AS test, winner, ${at} AS at, ${sql(`${what}_arms`)} AS arms
      FROM experiment_runs WHERE id = ${about} AND ${at} IS NOT NULL`
    const test = EXPERIMENTS.find(({ name }) => name === run?.test)
    if (!run || !test) return null
    const arms = run.arms.map(arm => ({ ...arm, label: labelOf(test, arm.variant) }))
    const rows = arms.map((one): [string, string] => [one.label, arm(one)])
    return {
      title,
      sentence: sentence(arms, run.winner),
      sections: [{ heading: '', rows: [['Test', test.title], [when, timeIn(timeZone, run.at)], ...rows] }],
      link: {
        url: `${dashboardUrl}/admin/split-test?${new URLSearchParams({ test: test.name })}`,
        words: 'Open the A/B test',
      },
    }
  }

const ofVerdict = ofRun('decided', {
  title: 'The A/B test is decided',
  when: 'Decided',
  sentence: (arms, winner) => {
    const won = arms.find(({ variant }) => variant === winner)
    if (won) return `${won.label} is the winner: it is proven to be better.`
    const none = arms.length === 2 ? 'Neither variant' : 'No variant'
    return `${none} is better by the smallest difference that the plan calls worth having.`
  },
  arm: ({ visitors, converters }) => `${converters} of ${visitors} visitors converted`,
})

const ofBrokenSplit = ofRun('split_broken', {
  title: 'An A/B test has an unexpected traffic split',
  when: 'Noticed',
  sentence: () => 'Do not use its results. Correct how visitors are assigned, then start a new run.',
  arm: ({ visitors, due }) => `${visitors} visitors, about ${Math.round(due)} expected`,
})

const ofAlarm: Maker = async (deps, { about, at }) => {
  const alarm = readAlarmAbout(about)
  if (!alarm) return null
  const words = ALARM_WORDS[alarm.name]
  const hasBegun = alarm.edge === 'begun'
  return {
    title: hasBegun ? `Alarm: ${words.begun}` : `Over: ${words.over}`,
    sentence: hasBegun ? words.sentence : `${words.over}.`,
    sections: [{ heading: '', rows: [[hasBegun ? 'Since' : 'Over since', timeIn(deps.timeZone, at)]] }],
    link: { url: `${deps.dashboardUrl}/admin/settings#accounting`, words: 'Open the accounting' },
  }
}

const MAKERS: { [kind in Kind]: Maker } = {
  lead: ofRecord('leads', {
    title: 'New lead',
    sentence: 'A visitor has sent a form on the site.',
    ...OPEN_LEAD,
  }),
  trial: ofRecord('leads', {
    title: 'New trial sign-up',
    sentence: 'A visitor has signed up for the free trial.',
    ...OPEN_LEAD,
  }),
  onboarding: ofRecord('onboarding_submissions', {
    title: 'New onboarding',
    sentence: 'A customer has filled in the onboarding form.',
    page: 'onboarding?submission',
    words: 'Open the submission',
  }),
  verdict: ofVerdict,
  split_broken: ofBrokenSplit,
  alarm: ofAlarm,
  digest: (deps, { about }) => deps.digest(about),
}

const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`
