import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { planQuery, runRequest } from './experiments/results.ts'
import { change, inboxQueries, MOST_IDS, noteRequest, restoreRequest } from './inbox.ts'
import { leadBulkChange, leadFilter, leadPatch, leadSelection } from './leads.ts'
import { submissionFilter, submissionPatch, submissionSelection } from './onboarding.ts'
import { confirmRequest, loginRequest } from './session.ts'

const ID = '0190a0a0-0000-7000-8000-000000000001'
const paths = (schema: z.ZodType, sent: unknown) => [
  ...new Set(schema.safeParse(sent).error?.issues.map(({ path }) => path.join('.'))),
]

const leads = inboxQueries(leadFilter, ['newest', 'next'])
const submissions = inboxQueries(submissionFilter, ['newest', 'name'])

describe('a page of an inbox', () => {
  test('a page of an inbox has defaults', () => {
    expect(leads.list.parse({})).toEqual({ spam: 'exclude', order: 'newest', limit: 500 })
    expect(leads.search.parse({})).toEqual({ spam: 'exclude', order: 'newest', limit: 25 })
    expect(leads.file.parse({})).toEqual({ spam: 'exclude', order: 'newest' })
    expect(submissions.list.parse({})).toEqual({ spam: 'exclude', order: 'newest', limit: 500 })
    expect(submissions.search.parse({ limit: '1' })).toMatchObject({ limit: 1 })
  })

  test.each([
    [{ q: 'x'.repeat(200), from: '2026-01-31', to: '2026-02-01', spam: 'only', limit: '500' }, []],
    [{ status: 'new', source: 'a', campaign: 'b', utmSource: 'c', variant: 'd', person: ID }, []],
    [{ owner: 'me' }, []],
    [{ owner: 'none' }, []],
    [{ owner: ID, followUp: 'due', order: 'next' }, []],
    [{ q: 'x'.repeat(201) }, ['q']],
    [{ from: '1999-12-31' }, ['from']],
    [{ from: 'x', to: '2026-02-30' }, ['from', 'to']],
    [{ spam: 'all' }, ['spam']],
    [{ limit: '0' }, ['limit']],
    [{ limit: '501' }, ['limit']],
    [{ limit: '1.5' }, ['limit']],
    [{ limit: 'x' }, ['limit']],
    [{ cursor: 'x'.repeat(1000) }, []],
    [{ cursor: 'x'.repeat(1001) }, ['cursor']],
    [{ status: 'old' }, ['status']],
    [{ source: 'x'.repeat(256) }, ['source']],
    [{ person: 'x' }, ['person']],
    [{ owner: 'you' }, ['owner']],
    [{ followUp: 'soon' }, ['followUp']],
    [{ order: 'size' }, ['order']],
    [{ colour: 'red' }, ['']],
  ])('a page of leads with %j is refused at %j', (query, expected) =>
    expect(paths(leads.search, query)).toEqual(expected),
  )

  test('a page of submissions can be filtered by account, and not by status', () => {
    expect(paths(submissions.search, { account: 'yes', order: 'name' })).toEqual([])
    expect(paths(submissions.search, { account: 'maybe' })).toEqual(['account'])
    expect(paths(submissions.search, { status: 'new' })).toEqual([''])
  })
})

describe('a change', () => {
  test.each([
    [{ status: 'closed' }, []],
    [{ spam: false, version: 1 }, []],
    [{ owner: null }, []],
    [{ followUp: '2026-01-31', version: 2 ** 31 - 1 }, []],
    [{ followUp: null }, []],
    [{}, ['status']],
    [{ version: 1 }, ['status']],
    [{ spam: 'no' }, ['spam']],
    [{ owner: 'ada' }, ['owner']],
    [{ followUp: '1999-01-31' }, ['followUp']],
    [{ status: 'new', version: 0 }, ['version']],
    [{ status: 'new', version: 2 ** 31 }, ['version']],
  ])('a change of a lead by %j is refused at %j', (patch, expected) =>
    expect(paths(leadPatch, patch)).toEqual(expected),
  )

  test.each([
    [{ leadIds: [ID], change: { status: 'new' } }, []],
    [{ leadIds: [ID], versions: [1], change: { owner: null } }, []],
    [{ filter: { q: 'x' }, expectedCount: 3, change: { status: 'new' } }, []],
    [{ leadIds: [ID], versions: [1, 2], change: { status: 'new' } }, ['versions']],
    [{ leadIds: [ID], versions: [1.5], change: { status: 'new' } }, ['versions.0']],
    [{ filter: {}, expectedCount: 1, versions: [1], change: { status: 'new' } }, ['versions']],
    [{ leadIds: [ID], change: {} }, ['change.status']],
    [{ leadIds: [ID], change: { spam: true } }, ['change', 'change.status']],
    [{ leadIds: [ID] }, ['change']],
  ])('a change of many by %# is refused at %j', (sent, expected) =>
    expect(paths(leadBulkChange, sent)).toEqual(expected),
  )

  test('a change of a submission sets only the mark for spam', () => {
    expect([paths(submissionPatch, { spam: true }), paths(submissionPatch, {})]).toEqual([[], ['spam']])
  })
})

describe('a selection', () => {
  const many = Array.from({ length: MOST_IDS }, () => ID)
  test.each([
    [{ leadIds: many }, []],
    [{ leadIds: [...many, ID] }, ['leadIds']],
    [{ leadIds: [] }, ['leadIds']],
    [{ leadIds: ['x'] }, ['leadIds.0']],
    [{ filter: {}, expectedCount: 1 }, []],
    [{ filter: {} }, ['expectedCount']],
    [{ filter: {}, expectedCount: 0 }, ['expectedCount']],
    [{ filter: {}, expectedCount: 1, leadIds: [ID] }, ['filter']],
    [{}, ['leadIds']],
  ])('a selection %# is refused at %j', (sent, expected) => {
    expect(paths(leadSelection, sent)).toEqual(expected)
    const { leadIds, ...rest } = sent as { leadIds?: string[] }
    const same = { ...rest, ...(leadIds && { submissionIds: leadIds }) }
    const named = expected.map(path => path.replace('leadIds', 'submissionIds'))
    expect(paths(submissionSelection, same)).toEqual(named)
  })
})

test.each([
  [noteRequest, { body: 'x' }, []],
  [noteRequest, { body: ' ' }, ['body']],
  [noteRequest, { body: 'x', more: 1 }, ['']],
  [restoreRequest, { undoToken: ID }, []],
  [restoreRequest, { undoToken: 'x' }, ['undoToken']],
  [restoreRequest, { undoToken: ID, more: 1 }, ['']],
  [loginRequest, { username: 'ada', password: 'x' }, []],
  [loginRequest, { username: '', password: '' }, ['username', 'password']],
  [loginRequest, { username: 'a'.repeat(256), password: 'x'.repeat(1025) }, ['username', 'password']],
  [loginRequest, { username: 'a\u0000', password: 'x' }, ['username']],
  [confirmRequest, { password: 'x' }, []],
  [confirmRequest, {}, ['password']],
] as const)('a request %# is refused at the right field', (schema, sent, expected) =>
  expect(paths(schema, sent)).toEqual(expected),
)

describe('a run of an experiment', () => {
  test('a run of an experiment and its plan have the same defaults', () => {
    const terms = { goal: 'any', power: 0.8, alpha: 0.05 }
    expect(runRequest.parse({})).toEqual({ ...terms, primaryConversionTypes: [] })
    expect(planQuery.parse({})).toEqual(terms)
    expect(planQuery.parse({ baselineRate: '0.1', power: '0.9' })).toEqual({
      ...terms,
      baselineRate: 0.1,
      power: 0.9,
    })
  })

  test.each([
    ['minimumEffect', [0.0001, 0.5], [0.00009, 0.51]],
    ['power', [0.5, 0.99], [0.49, 0.991]],
    ['alpha', [0.001, 0.2], [0.0009, 0.21]],
    ['baselineRate', [0.0001, 0.9999], [0, 1]],
  ])('a run takes a %s from and to its limits', (field, right, wrong) => {
    for (const schema of [runRequest, planQuery]) {
      for (const value of right) expect(paths(schema, { [field]: value })).toEqual([])
      for (const value of wrong) expect(paths(schema, { [field]: value })).toEqual([field])
    }
  })

  test.each([
    [{ split: [9, 1], primaryConversionTypes: ['form_submission'] }, []],
    [{ split: [1] }, ['split']],
    [{ split: [0, 1] }, ['split.0']],
    [{ split: [1, 1_000_001] }, ['split.1']],
    [{ primaryConversionTypes: ['nap'] }, ['primaryConversionTypes.0']],
    [{ primaryConversionTypes: Array(5).fill('button_click') }, ['primaryConversionTypes']],
  ])('a run with %j is refused at %j', (sent, expected) => expect(paths(runRequest, sent)).toEqual(expected))
})

test('a change names one of the tracked fields', () => {
  const of = (field: string) =>
    paths(change, { field, before: '', after: 'x', changedBy: 'ann', changedAt: '2026-03-01T12:30:00.000Z' })
  for (const field of ['status', 'spam', 'owner', 'follow_up']) expect(of(field)).toEqual([])
  expect(of('message')).toEqual(['field'])
})
