/** What is said of each kind of news, made from the record as it is when it is sent. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import type { Kind } from '../contract/notifications/choice.ts'
import { ALARM_WORDS, readAlarmAbout } from './alarms/alarms.ts'
import type { Message } from './mail/body.ts'
import type { News } from './queue.ts'

export type MessageDeps = {
  sql: ISql
  timeZone: string
  dashboardUrl: string
  /** The figures of the week that begins on the day. */
  digest: (week: string) => Promise<Message>
}

/** null: what it tells of is gone, or turned out to be a program's, and nobody is to be told. */
export const messageOf = (deps: MessageDeps, news: News): Promise<Message | null> =>
  MAKERS[news.kind](deps, news)

type Maker = (deps: MessageDeps, news: News) => Promise<Message | null>

type Touched = { source: string; at: Date; touch: Record<string, unknown> }

const ofLead =
  (title: string, sentence: string): Maker =>
  async (deps, { about }) => {
    const [row] = await deps.sql<Touched[]>`
      SELECT source, created_at AS at, first_touch AS touch FROM leads
      WHERE id = ${about} AND deleted_at IS NULL AND spam_reason = ''`
    if (!row) return null
    return touched(deps, row, {
      title,
      sentence,
      link: { url: `${deps.dashboardUrl}/admin/leads?lead=${about}`, words: 'Open the lead' },
    })
  }

const ofOnboarding: Maker = async (deps, { about }) => {
  const [row] = await deps.sql<Touched[]>`
    SELECT 'onboarding' AS source, created_at AS at, first_touch AS touch FROM onboarding_submissions
    WHERE id = ${about} AND deleted_at IS NULL AND spam_reason = ''`
  if (!row) return null
  return touched(deps, row, {
    title: 'New onboarding',
    sentence: 'A customer has filled in the onboarding form.',
    link: { url: `${deps.dashboardUrl}/admin/onboarding?submission=${about}`, words: 'Open the submission' },
  })
}

const touched = (
  deps: MessageDeps,
  { source: form, at, touch }: Touched,
  said: Pick<Message, 'title' | 'sentence' | 'link'>,
): Message => {
  // Links are written by anybody: an address of a person in a tag must not reach a mailbox.
  const tag = (name: string) => withoutContactData(String(touch[name] ?? '').slice(0, 255))
  const source = tag('utm_source') || 'direct'
  const campaign = tag('utm_campaign')
  return {
    ...said,
    sections: [
      {
        heading: '',
        rows: [
          ['Received', timeIn(deps.timeZone, at)],
          ['Form', withoutContactData(form).replaceAll('_', ' ')],
          ['Source', source],
          ['Campaign', campaign || 'none'],
        ],
      },
    ],
    source,
    campaign,
  }
}

type Arm = { variant: string; label: string; visitors: number; converters: number; due: number }
type Run = { test: string; winner: string | null; at: Date; arms: Omit<Arm, 'label'>[] }

type RunWords = {
  title: string
  /** The row of the time. */
  when: string
  sentence: (arms: readonly Arm[], winner: string | null) => string
  arm: (arm: Arm) => string
}

/** `what`: the columns of its time and of its variants begin with it. */
const ofRun =
  (what: 'decided' | 'split_broken', { title, when, sentence, arm }: RunWords): Maker =>
  async ({ sql, timeZone, dashboardUrl }, { about }) => {
    const at = sql(`${what}_at`)
    const [run] = await sql<Run[]>`
      SELECT test_name AS test, winner, ${at} AS at, ${sql(`${what}_arms`)} AS arms
      FROM experiment_runs WHERE id = ${about} AND ${at} IS NOT NULL`
    const test = EXPERIMENTS.find(({ name }) => name === run?.test)
    if (!run || !test) return null
    const labelOf = (variant: string) => test.variants.find(({ name }) => name === variant)?.label ?? variant
    const arms = run.arms.map(arm => ({ ...arm, label: labelOf(arm.variant) }))
    const rows = arms.map((one): [string, string] => [one.label, arm(one)])
    return {
      title,
      sentence: sentence(arms, run.winner),
      sections: [{ heading: '', rows: [['Test', test.title], [when, timeIn(timeZone, run.at)], ...rows] }],
      link: {
        url: `${dashboardUrl}/admin/split-test?${new URLSearchParams({ test: test.name })}`,
        words: 'Open the split test',
      },
    }
  }

const ofVerdict = ofRun('decided', {
  title: 'The split test is decided',
  when: 'Decided',
  sentence: (arms, winner) => {
    const won = arms.find(({ variant }) => variant === winner)
    if (won) return `${won.label} is the winner: what was planned to be shown has been shown.`
    const none = arms.length === 2 ? 'Neither variant' : 'No variant'
    return `${none} is better by as much as the plan set out to find.`
  },
  arm: ({ visitors, converters }) => `${converters} of ${visitors} visitors converted`,
})

const ofBrokenSplit = ofRun('split_broken', {
  title: 'A split test does not share visitors out as planned',
  when: 'Noticed',
  sentence: () =>
    'Do not use its results: have the way visitors are assigned checked and put right, then start a new run.',
  arm: ({ visitors, due }) => `${visitors} visitors, where about ${Math.round(due)} were due`,
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

const MAKERS: Record<Kind, Maker> = {
  lead: ofLead('New lead', 'Somebody has written through a form of the site.'),
  trial: ofLead('New trial sign-up', 'Somebody has signed up for the free trial.'),
  onboarding: ofOnboarding,
  verdict: ofVerdict,
  split_broken: ofBrokenSplit,
  alarm: ofAlarm,
  digest: (deps, { about }) => deps.digest(about),
}

const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`
