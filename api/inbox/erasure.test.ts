/** An erasure removes one person's records and leaves all others. */
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  collectRecords,
  eraseRecords,
  findRecords,
  type Mark,
  markOf,
  type Subject,
  sessionsOf,
} from './erasure.ts'

const UNTIL = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-03-10T12:00:00.001Z')
const OWN = 'utm_1772366400000_own'
const OTHERS = 'utm_1772366400000_others'

/** Records of both inboxes: description, address, session and time. */
const RECORDS: [what: string, email: string, session: string, at: Date][] = [
  ['of the address and the session', 'Ada@Example.com', OWN, UNTIL],
  ['of them once more', 'ada@example.com', OWN, UNTIL],
  ['of the address alone', 'ada@example.com', '', UNTIL],
  ['of the session alone', 'eve@example.com', OWN, UNTIL],
  ['of the address, later', 'ada@example.com', OTHERS, LATER],
  ['of the session, later', 'eve@example.com', OWN, LATER],
  ['of another person', 'bob@example.com', OTHERS, UNTIL],
  ['of another person without a session', 'bob@example.com', '', UNTIL],
]
const ALL = RECORDS.map(([what]) => what)
const BY_ADDRESS = ['of the address alone', 'of the address and the session', 'of them once more']
const BY_SESSION = ['of the address and the session', 'of the session alone', 'of them once more']

const byAddress = markOf({ email: ' ADA@example.com ', until: UNTIL })
const bySession = markOf({ session: OWN, until: UNTIL })

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
  for (const record of RECORDS) await addLead(record)
  for (const record of RECORDS) await addSubmission(record)
})

const addLead = async ([what, email, session, at]: (typeof RECORDS)[number]) => {
  const id = v7()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at)
    VALUES (${id}, ${what}, ${email}, '', '', '', '', ${session}, '{}', '', ${at}, ${at})`
  await sql`
    INSERT INTO trial_signups (lead_id, name, email, phone, business_name, website, primary_keyword, target_area,
      current_ads_account, additional_info, source, trial_type, created_at)
    VALUES (${id}, ${what}, '', '', '', '', '', '', 'no', '', '', '', ${at})`
  await sql`
    INSERT INTO staff_notes (id, lead_id, author, body, created_at) VALUES (${v7()}, ${id}, 'staff', ${what}, ${at})`
  await addTraces('lead_id', id, what)
}

const addSubmission = async ([what, email, session, at]: (typeof RECORDS)[number]) => {
  const id = v7()
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (${id}, ${what}, '', '', '', ${email}, false, '', '', '', ${session}, '{}', '', ${at})`
  await addTraces('submission_id', id, what)
}

const addTraces = async (column: string, id: string, what: string) => {
  const value = `${column} ${what}`
  await sql`
    INSERT INTO click_ids (${sql(column)}, kind, value, clicked_at, recorded_at)
    VALUES (${id}, 'gclid', ${value}, ${UNTIL}, ${UNTIL})`
  await sql`
    INSERT INTO form_submissions (form, key, record_id, created_at) VALUES (${column}, ${what}, ${id}, ${UNTIL})`
  await sql`
    INSERT INTO notifications (id, channel, kind, about, address, happened_at, next_at)
    VALUES (${v7()}, 'email', 'lead', ${id}, ${value}, ${UNTIL}, ${UNTIL})`
}

/** Remaining records by description, and by inbox for shared tables. */
const whatIsLeft = async () => {
  const names = async (rows: PromiseLike<readonly { what: string }[]>) =>
    (await rows).map(row => row.what).sort()
  return {
    leads: await names(sql<{ what: string }[]>`SELECT name AS what FROM leads`),
    onboarding: await names(sql<{ what: string }[]>`SELECT full_name AS what FROM onboarding_submissions`),
    trialSignups: await names(sql<{ what: string }[]>`SELECT name AS what FROM trial_signups`),
    notes: await names(sql<{ what: string }[]>`SELECT body AS what FROM staff_notes`),
    clickIds: await names(sql<{ what: string }[]>`SELECT value AS what FROM click_ids`),
    firstAnswers: await names(
      sql<{ what: string }[]>`SELECT form || ' ' || key AS what FROM form_submissions`,
    ),
    news: await names(sql<{ what: string }[]>`SELECT address AS what FROM notifications`),
  }
}

const inBoth = (names: readonly string[]) =>
  ['lead_id', 'submission_id'].flatMap(column => names.map(name => `${column} ${name}`)).sort()

const allOf = (names: readonly string[]) => {
  const sorted = names.toSorted()
  const both = inBoth(names)
  return {
    leads: sorted,
    onboarding: sorted,
    trialSignups: sorted,
    notes: sorted,
    clickIds: both,
    firstAnswers: both,
    news: both,
  }
}

const MARKS: [by: string, mark: Mark, found: string[]][] = [
  ['an address in any spelling', byAddress, BY_ADDRESS],
  ['a session, with any address in the record', bySession, BY_SESSION],
  ['an address without records', markOf({ email: 'nobody@example.com', until: UNTIL }), []],
  ['no session', markOf({ session: '', until: UNTIL }), []],
  [
    'an address, but not by its sessions',
    { ...byAddress, sessionHashes: bySession.sessionHashes },
    BY_ADDRESS,
  ],
]

test('a person’s leads are found by e-mail address, phone number, session or one of the leads', async () => {
  await sql`UPDATE leads SET email_key = lower(email)`
  await sql`UPDATE leads SET phone_key = '442079460958' WHERE name = 'of another person'`
  const names = async (subject: Subject) => {
    const found = await findRecords(sql, subject)
    return found.flatMap(({ table, name }) => (table === 'leads' ? name : [])).sort()
  }
  const ofBob = ['of another person', 'of another person without a session']
  const [bob] = await findRecords(sql, { phone: '442079460958' })
  expect(await names({ email: 'bob@example.com' })).toEqual(ofBob)
  expect(await names({ phone: '442079460958' })).toEqual(['of another person'])
  expect(await names({ session: OTHERS })).toEqual(['of another person', 'of the address, later'])
  expect(await names({ lead: bob?.id ?? '' })).toEqual(ofBob)
})

describe.each(MARKS)('by %s', (_, mark, found) => {
  test('an erasure removes and counts the records with their notes and history, and changes no other records', async () => {
    const n = found.length
    expect(await sql.begin(tx => eraseRecords(tx, mark))).toEqual({
      leads: n,
      trialSignups: n,
      onboarding: n,
    })
    expect(await whatIsLeft()).toEqual(allOf(ALL.filter(what => !found.includes(what))))
  })

  test('an export collects the records with their notes and history, and no other records', async () => {
    const { leads, trialSignups, clickIds, notes, onboarding } = await collectRecords(sql, mark)
    const those = (rows: readonly Record<string, unknown>[], column: string) =>
      rows.map(row => String(row[column])).sort()
    expect({
      leads: those(leads, 'name'),
      onboarding: those(onboarding, 'full_name'),
      trialSignups: those(trialSignups, 'name'),
      notes: those(notes, 'body'),
      clickIds: those(clickIds, 'value'),
    }).toEqual({
      leads: found.toSorted(),
      onboarding: found.toSorted(),
      trialSignups: found.toSorted(),
      notes: found.toSorted(),
      clickIds: inBoth(found),
    })
    expect(await whatIsLeft()).toEqual(allOf(ALL))
  })
})

test('the sessions of an address are found in either inbox, each once', async () => {
  expect(await sessionsOf(sql, byAddress)).toEqual([OWN])
  await sql`DELETE FROM leads`
  expect(await sessionsOf(sql, byAddress)).toEqual([OWN])
  await sql`DELETE FROM onboarding_submissions`
  expect(await sessionsOf(sql, byAddress)).toEqual([])
})

test('an erasure mark identifies no one, and is different each time', () => {
  const again = markOf({ email: 'ada@example.com', until: UNTIL })
  expect(JSON.stringify([byAddress, bySession])).not.toMatch(/example|_own/i)
  expect(byAddress.emailHash).toMatch(/^[0-9a-f]{64}$/)
  expect(again.emailHash).not.toBe(byAddress.emailHash)
})
