/** What is said of each kind of news, made from the record as it is when it is sent. */
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import type { Kind } from '../contract/notifications/choice.ts'
import { ALARM_WORDS, readAlarmAbout } from './alarms/words.ts'
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

type Run = {
  test: string
  winner: string | null
  at: Date
  arms: { variant: string; visitors: number; converters: number }[]
}

const ofVerdict: Maker = async (deps, { about }) => {
  const [run] = await deps.sql<Run[]>`
    SELECT test_name AS test, winner, decided_at AS at, decided_arms AS arms
    FROM experiment_runs WHERE id = ${about} AND outcome IS NOT NULL`
  const test = EXPERIMENTS.find(({ name }) => name === run?.test)
  if (!run || !test) return null
  const { variants } = test
  const arms = run.arms.map(arm => ({
    ...arm,
    label: variants.find(({ name }) => name === arm.variant)?.label ?? arm.variant,
  }))
  const winner = arms.find(({ variant }) => variant === run.winner)
  return {
    title: 'The split test is decided',
    sentence: winner
      ? `${winner.label} is the winner: what was planned to be shown has been shown.`
      : arms.length === 2
        ? 'Neither variant is better by as much as the plan set out to find.'
        : 'No variant is better by as much as the plan set out to find.',
    sections: [
      {
        heading: '',
        rows: [
          ['Test', test.title],
          ['Decided', timeIn(deps.timeZone, run.at)],
          ...arms.map(({ label, visitors, converters }): [string, string] => [
            label,
            `${converters} of ${visitors} visitors converted`,
          ]),
        ],
      },
    ],
    link: linkTo(deps, test.name),
  }
}

type BrokenRun = { test: string; at: Date; arms: { variant: string; visitors: number; due: number }[] }

const ofBrokenSplit: Maker = async (deps, { about }) => {
  const [run] = await deps.sql<BrokenRun[]>`
    SELECT test_name AS test, split_broken_at AS at, split_broken_arms AS arms
    FROM experiment_runs WHERE id = ${about} AND split_broken_at IS NOT NULL`
  const test = EXPERIMENTS.find(({ name }) => name === run?.test)
  if (!run || !test) return null
  const labelOf = (variant: string) => test.variants.find(({ name }) => name === variant)?.label ?? variant
  return {
    title: 'A split test does not share visitors out as planned',
    sentence:
      'Do not use its results: have the way visitors are assigned checked and put right, then start a new run.',
    sections: [
      {
        heading: '',
        rows: [
          ['Test', test.title],
          ['Noticed', timeIn(deps.timeZone, run.at)],
          ...run.arms.map(({ variant, visitors, due }): [string, string] => [
            labelOf(variant),
            `${visitors} visitors, where about ${Math.round(due)} were due`,
          ]),
        ],
      },
    ],
    link: linkTo(deps, test.name),
  }
}

const linkTo = ({ dashboardUrl }: MessageDeps, test: string): Message['link'] => ({
  url: `${dashboardUrl}/admin/split-test?${new URLSearchParams({ test })}`,
  words: 'Open the split test',
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
