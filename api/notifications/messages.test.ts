/** Text of each kind of notification. told.test.ts covers the way from form to mailbox. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Kind } from '../contract/notifications.ts'
import { SITE } from '../testing/notify.ts'
import { messageOf } from './messages.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const WHEN = expect.stringContaining('1 March 2026 at 12:00 (Europe/London)')

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'leads', 'onboarding_submissions', 'experiment_runs'))

const messageFor = (kind: Kind, about: string) =>
  messageOf(
    {
      ...{ sql, timeZone: 'Europe/London', dashboardUrl: SITE },
      digest: async week => ({
        ...{ title: 'Your week', sentence: week, sections: [], link: { url: '', words: '' } },
      }),
    },
    { kind, about, at: AT },
  )

describe('forms', () => {
  const addLead = async (id: string, touch: object, spam: string) =>
    sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
      VALUES (${id}, 'Ada', 'ada@example.com', '', '', 'm', 'contact_form', '', ${JSON.stringify(touch)}::text::jsonb, ${spam},
        ${AT}, ${AT})`
  const addOnboarding = async (id: string, touch: object, spam: string) =>
    sql`
      INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
        has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
      VALUES (${id}, 'Ada', '', '', '', '', false, '', '', '', '', ${JSON.stringify(touch)}::text::jsonb, ${spam}, ${AT})`

  test.each([
    ['lead', addLead, 'New lead', 'contact form', 'leads?lead='],
    ['trial', addLead, 'New trial sign-up', 'contact form', 'leads?lead='],
    ['onboarding', addOnboarding, 'New onboarding', 'onboarding', 'onboarding?submission='],
  ] as const)(
    '%s: a form’s message has its own record, its origin and a link, unless it is spam',
    async (kind, add, title, form, path) => {
      const [id, other, spam] = [v7(), v7(), v7()]
      await add(other, { utm_source: 'bing', utm_campaign: 'other' }, '')
      await add(id, { utm_source: 'g'.repeat(300) }, '')
      await add(spam, {}, 'honeypot')
      const source = 'g'.repeat(255)
      expect(await messageFor(kind, id)).toEqual({
        ...{ title, sentence: expect.any(String), source, campaign: '' },
        sections: [
          {
            heading: '',
            rows: [
              ['Received', WHEN],
              ['Form', form],
              ['Source', source],
              ['Campaign', 'none'],
            ],
          },
        ],
        link: { url: `${SITE}/admin/${path}${id}`, words: expect.any(String) },
      })
      expect(await messageFor(kind, other)).toMatchObject({ source: 'bing', campaign: 'other' })
      expect(await messageFor(kind, spam)).toBeNull()
      expect(await messageFor(kind, v7())).toBeNull()
    },
  )

  test('a sender without tags has the source direct', async () => {
    const id = v7()
    await addLead(id, {}, '')
    expect(await messageFor('lead', id)).toMatchObject({ source: 'direct', campaign: '' })
  })
})

describe('runs of A/B tests', () => {
  type Run = { test?: string; outcome?: string; winner?: string; arms?: object[]; broken?: object[] }
  const addRun = async ({ test = 'landingPage', outcome, winner, arms, broken }: Run) => {
    const id = v7()
    await sql`
      INSERT INTO experiment_runs (id, test_name, started_at, variants, shares, alpha, power, minimum_effect, planned_visitors,
        primary_conversion_types, created_at, decided_at, outcome, winner, decided_arms, split_broken_at, split_broken_arms)
      VALUES (${id}, ${test}, now() + random() * interval '1 day', '{control,v2}', '{50,50}', 0.05, 0.8, 0.2, 100, '{}', now(),
        ${outcome ? AT : null}, ${outcome ?? null}, ${winner ?? null}, ${outcome ? sql.json((arms ?? []) as never) : null},
        ${broken ? AT : null}, ${broken ? sql.json(broken as never) : null})`
    return id
  }
  const arm = (variant: string, visitors: number) => ({
    variant,
    visitors,
    converters: 3,
    due: visitors + 0.6,
  })
  const arms = [arm('control', 70), arm('freeWeek', 80), arm('gone', 90)]
  const saidOf = async (kind: Kind, id: string) => {
    const message = await messageFor(kind, id)
    return message && { sentence: message.sentence, rows: message.sections[0]?.rows, url: message.link.url }
  }

  test('a winner’s message has the counts of the decision', async () => {
    await addRun({ test: 'trialHeading', outcome: 'no_difference', arms })
    const id = await addRun({ test: 'trialHeading', outcome: 'treatment', winner: 'freeWeek', arms })
    await addRun({ test: 'trialHeading', outcome: 'no_difference', arms })
    expect(await saidOf('verdict', id)).toEqual({
      sentence: 'A Week at Number One, Free is the winner: it is proven to be better.',
      rows: [
        ['Test', 'Heading of the trial sign-up'],
        ['Decided', WHEN],
        ['Original Heading', '3 of 70 visitors converted'],
        ['A Week at Number One, Free', '3 of 80 visitors converted'],
        ['gone', '3 of 90 visitors converted'],
      ],
      url: `${SITE}/admin/split-test?test=trialHeading`,
    })
  })

  test.each([
    ['treatment', 'v2', /^Optimized Landing Page V2 is the winner/],
    ['control', 'control', /^Original Landing Page is the winner/],
    ['no_difference', undefined, /^Neither variant/],
  ])('a decision for %s of two variants says so', async (outcome, winner, sentence) => {
    const arms = [
      { variant: 'control', visitors: 40, converters: 4 },
      { variant: 'v2', visitors: 50, converters: 10 },
    ]
    const run = { outcome, arms, ...(winner && { winner }) }
    expect(await saidOf('verdict', await addRun(run))).toMatchObject({
      sentence: expect.stringMatching(sentence),
      rows: [
        ['Test', 'Landing page'],
        ['Decided', WHEN],
        ['Original Landing Page', '4 of 40 visitors converted'],
        ['Optimized Landing Page V2', '10 of 50 visitors converted'],
      ],
    })
  })

  test('the message of a decision without a winner says that no variant is better', async () => {
    const id = await addRun({ test: 'trialHeading', outcome: 'no_difference', arms })
    expect((await saidOf('verdict', id))?.sentence).toMatch(/^No variant/)
  })

  test('a broken split is reported with the expected split', async () => {
    const id = await addRun({ test: 'trialHeading', broken: arms })
    await addRun({ broken: [] })
    expect(await saidOf('split_broken', id)).toMatchObject({
      rows: [
        ['Test', 'Heading of the trial sign-up'],
        ['Noticed', WHEN],
        ['Original Heading', '70 visitors, about 71 expected'],
        ['A Week at Number One, Free', '80 visitors, about 81 expected'],
        ['gone', '90 visitors, about 91 expected'],
      ],
      url: `${SITE}/admin/split-test?test=trialHeading`,
    })
  })

  test.each(['verdict', 'split_broken'] as const)(
    'no message goes out about a %s of a missing run or test',
    async kind => {
      const known = await addRun({})
      const unknown = await addRun({ test: 'nowhere', outcome: 'control', broken: [] })
      for (const id of [known, unknown, v7()]) expect(await messageFor(kind, id)).toBeNull()
    },
  )
})

test('an alarm’s message says whether it begins or ends', async () => {
  const about = `backup ${AT.toISOString()}`
  expect(await messageFor('alarm', `${about} begun`)).toMatchObject({
    title: 'Alarm: There is no recent backup',
    sentence: expect.stringContaining('BACKUP_WITHIN_HOURS'),
    sections: [{ heading: '', rows: [['Since', WHEN]] }],
  })
  expect(await messageFor('alarm', `${about} over`)).toMatchObject({
    title: 'Over: There is a recent backup again',
    sentence: 'There is a recent backup again.',
    sections: [{ heading: '', rows: [['Over since', WHEN]] }],
  })
  for (const odd of [`${about} else`, `nothing ${AT.toISOString()} begun`, ''])
    expect(await messageFor('alarm', odd)).toBeNull()
})

test('a digest covers its week', async () => {
  expect(await messageFor('digest', '2026-02-23')).toMatchObject({ sentence: '2026-02-23' })
})
