/** Security rule S-53 (api/README.md): invalid tracking fields never reject a form. SECURITY_FULL=1 runs many more cases. */
import { FULL, timesOf } from '@firsttouch/infra/rigs/security/times'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { accept } from '@firsttouch/ingest/accept'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactRequest, onboardingRequest, trialRequest } from '../contract/forms.ts'
import { openTestApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, postForm, readOutbox, TRIAL } from '../testing/forms.ts'

const RUNS = timesOf(60, 3_000)

const api = await openTestApi()

const nested = (levels: number): unknown => (levels === 0 ? 'x' : [nested(levels - 1)])
/** Excludes names for prototype pollution, which the parser rejects (security rule S-20). */
const isPlain = (value: unknown): boolean => !/"(__proto__|constructor)"/.test(JSON.stringify(value) ?? '')
const odd: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.constantFrom<unknown>(
      '/a\u0000',
      '\ud800',
      'x\udfff',
      '\u202egnp.exe',
      '\u001b[31m',
      '\u0301\u0316'.repeat(1_000),
      'x'.repeat(100_000),
      '😀'.repeat(5_000),
      `${'x'.repeat(254)}😀`,
      'ﷺ'.repeat(3_000),
      nested(60),
      { a: nested(9) },
      [],
      {},
      null,
      0,
      -1e308,
      true,
    ),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.jsonValue({ maxDepth: 7 }),
  )
  .filter(isPlain)

/** Excludes texts, because a filled honeypot or an unsigned token marks spam. */
const notText = odd.filter(value => typeof value !== 'string')
const tracking = fc.record(
  {
    firstTouchUtm: fc.oneof(
      odd,
      fc.record({ utm_source: odd, utm_medium: odd, utm_campaign: odd, utm_content: odd, utm_term: odd }),
    ),
    variant: odd,
    pagePath: odd,
    sessionId: odd,
    source: odd,
    trialType: odd,
    leaveBlank: notText,
    formToken: notText,
    anythingElse: odd,
  },
  { requiredKeys: [] },
)
const header = fc.string({ maxLength: 200 }).map(text => text.replace(/[^\x20-\x7e]/g, '\u00e9'))
const headers = fc.record({ 'x-session-id': header, 'x-event-id': header }, { requiredKeys: [] })

const typed = fc.oneof(
  fc.constantFrom(
    'Ada Lovelace',
    'José',
    '王小明',
    'a\u0000b',
    '=1+1',
    "'; DROP TABLE leads; --",
    '\u202eadA x',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
)

const FORMS = [
  { path: 'contact', table: 'leads', right: CONTACT, typedIn: ['name', 'message'], schema: contactRequest },
  {
    path: 'trial-signup',
    table: 'leads',
    right: TRIAL,
    typedIn: ['name', 'businessName', 'primaryKeyword', 'targetArea'],
    schema: trialRequest,
  },
  {
    path: 'onboarding',
    table: 'onboarding_submissions',
    right: ONBOARDING,
    typedIn: ['fullName', 'businessName', 'notes'],
    schema: onboardingRequest,
  },
] as const

/** The event for the log, after ingest's own validation. */
const conversionIn = async () => {
  const [sent] = (await readOutbox(api.sql)).slice(-1)
  const [event] = sent?.envelope.events ?? []
  const { id, occurredAt, sessionId, conversionType, utm, pagePath, properties } = event ?? {}
  const again = { id, occurredAt, sessionId, conversionType, firstTouchUtm: utm, pagePath, ...properties }
  return {
    key: sent?.key,
    sessionId,
    accepted: accept('conversion', again, { ip: '', userAgent: '' }, api.clock.now),
  }
}

describe.each(FORMS)('S-53 $path', ({ path, table, right, typedIn, schema }) => {
  const rows = async () =>
    Number((await api.sql`SELECT count(*) AS n FROM ${api.sql(table)} WHERE spam_reason = ''`)[0]?.n)
  const typedBy = fc
    .record(Object.fromEntries(typedIn.map(field => [field, typed])))
    .map(fields => ({ ...right, ...fields }))
    .filter(body => schema.safeParse(body).success)

  test('a form with valid fields is stored with its conversion, also with odd unknown fields', async () => {
    const one = async (body: object, extra: object, sent: Record<string, string>) => {
      fc.pre(JSON.stringify([extra, body]).length < 200_000)
      await emptyTables(api.sql, 'outbox')
      const before = await rows()
      const answer = await postForm(api.app, path, { ...extra, ...body, ...sourceOf(extra) }, sent)
      expect([answer.statusCode, answer.body.slice(0, 300)]).toMatchObject([
        200,
        expect.stringContaining('"success":true'),
      ])
      expect(await rows()).toBe(before + 1)
      const { key, sessionId, accepted } = await conversionIn()
      expect(accepted).toMatchObject({ ok: true })
      expect(key).toBe(sessionId)
    }
    await fc.assert(fc.asyncProperty(typedBy, tracking, headers, one), { numRuns: RUNS, endOnFailure: !FULL })
  })

  test('a form of any JSON causes no internal error', async () => {
    const spoilt = fc
      .tuple(typedBy, tracking, fc.dictionary(fc.constantFrom(...Object.keys(right), ''), odd))
      .map(parts => Object.assign({}, ...parts))
    const one = async (body: unknown, sent: Record<string, string>) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: `/api/${path}`,
        headers: { 'content-type': 'application/json', ...sent },
        payload: JSON.stringify(body),
      })
      expect([200, 400, 413], answer.body).toContain(answer.statusCode)
      if (answer.statusCode !== 200) expect(answer.json().detail).toMatch(/\.$/)
    }
    await fc.assert(fc.asyncProperty(fc.oneof(spoilt, fc.jsonValue()), headers, one), {
      numRuns: RUNS,
      endOnFailure: !FULL,
    })
  })
})

const sourceOf = (extra: { source?: unknown }) => ('source' in extra ? { source: extra.source } : {})
