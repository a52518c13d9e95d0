/** Whatever is wrong with a call: a clear answer that names the field, and nothing changed. */
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { followReferences } from '../testing/follow-references.ts'
import { openInboxDesk } from '../testing/inbox.ts'

let lead = ''
let gone = ''
let submission = ''
let goneSubmission = ''
const desk = await openInboxDesk()
lead = await desk.contact('Ada')
gone = await desk.contact('Gone')
submission = await desk.onboard('Ada')
goneSubmission = await desk.onboard('Gone')
await desk.call('DELETE', 'leads/bulk-delete', { leadIds: [gone] })
await desk.call('DELETE', 'onboarding/bulk-delete', { submissionIds: [goneSubmission] })
// What was made is being told to the log, which counts the records' versions on.
await followReferences(desk.api.sql)

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Case = [
  what: string,
  method: Method,
  path: () => string,
  body: () => unknown,
  status: number,
  field: string,
]

const none = () => undefined
const at = (path: string) => () => path
const many = Array.from({ length: 10_000 }, () => v4())
const text = 'x'.repeat(6_000)

/** Each is tried in both inboxes; `I` stands for the inbox, `IDS` for the field of its ids. */
const cases = (
  inbox: 'leads' | 'onboarding',
  ids: string,
  id: string,
  there: () => string,
  away: () => string,
): Case[] => [
  ['an unknown filter', 'GET', at(`${inbox}?colour=red`), none, 400, ''],
  ['a spam that is none', 'GET', at(`${inbox}/search?spam=maybe`), none, 400, 'spam'],
  ['an order that is none', 'GET', at(`${inbox}/search?order=(select+1)`), none, 400, 'order'],
  ['a cursor that is none', 'GET', at(`${inbox}/search?cursor=%00%ff`), none, 400, 'cursor'],
  [
    'a cursor of another order',
    'GET',
    at(`${inbox}/search?cursor=WyJuYW1lIiwieCIsIngiXQ`),
    none,
    400,
    'cursor',
  ],
  ['a limit of zero', 'GET', at(`${inbox}?limit=0`), none, 400, 'limit'],
  ['a limit beyond the most', 'GET', at(`${inbox}?limit=501`), none, 400, 'limit'],
  ['a limit that is a word', 'GET', at(`${inbox}?limit=ten`), none, 400, 'limit'],
  ['a day that is none', 'GET', at(`${inbox}/search?from=2026-02-30`), none, 400, 'from'],
  ['a day before our time', 'GET', at(`${inbox}/search?to=0000-01-01`), none, 400, 'to'],
  ['a search that is a book', 'GET', at(`${inbox}/search?q=${'x'.repeat(201)}`), none, 400, 'q'],
  ['a filter given twice', 'GET', at(`${inbox}/search?q=a&q=b`), none, 400, 'q'],
  ['an export by a wrong filter', 'GET', at(`${inbox}.csv?spam=1`), none, 400, 'spam'],
  ['an export of nothing', 'POST', at(`${inbox}.csv`), () => ({ [ids]: [] }), 400, ids],
  [
    'an export of what is gone',
    'POST',
    at(`${inbox}.csv`),
    () => ({ [ids]: [there(), away()] }),
    404,
    `${ids}.1`,
  ],
  ['no selection', 'DELETE', at(`${inbox}/bulk-delete`), () => ({}), 400, ids],
  ['an empty selection', 'DELETE', at(`${inbox}/bulk-delete`), () => ({ [ids]: [] }), 400, ids],
  ['a selection that is a word', 'DELETE', at(`${inbox}/bulk-delete`), () => ({ [ids]: 'all' }), 400, ids],
  [
    'an id that is none',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ [ids]: ["' OR 1=1 --"] }),
    400,
    `${ids}.0`,
  ],
  [
    'an unknown id',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ [ids]: [there(), v4()] }),
    404,
    `${ids}.1`,
  ],
  ['10,000 ids', 'DELETE', at(`${inbox}/bulk-delete`), () => ({ [ids]: many }), 400, ids],
  ['1,001 ids', 'DELETE', at(`${inbox}/bulk-delete`), () => ({ [ids]: many.slice(0, 1001) }), 400, ids],
  [
    'ids and a filter',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ [ids]: [there()], filter: {}, expectedCount: 1 }),
    400,
    'filter',
  ],
  [
    'a filter without a count',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ filter: {} }),
    400,
    'expectedCount',
  ],
  [
    'a filter with no count',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ filter: {}, expectedCount: 0 }),
    400,
    'expectedCount',
  ],
  [
    'a filter with half a count',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ filter: {}, expectedCount: 1.5 }),
    400,
    'expectedCount',
  ],
  [
    'a misspelt filter',
    'DELETE',
    at(`${inbox}/bulk-delete`),
    () => ({ filter: { satus: 'new' }, expectedCount: 1 }),
    400,
    'filter',
  ],
  ['a body that is a list', 'DELETE', at(`${inbox}/bulk-delete`), () => [], 400, ''],
  ['an undo token that is none', 'POST', at(`${inbox}/restore`), () => ({ undoToken: 7 }), 400, 'undoToken'],
  ['an unknown undo token', 'POST', at(`${inbox}/restore`), () => ({ undoToken: v4() }), 404, 'undoToken'],
  [
    'a version that is a word',
    'PATCH',
    () => `${inbox}/${there()}`,
    () => ({ spam: true, version: 'one' }),
    400,
    'version',
  ],
  [
    'a stale version',
    'PATCH',
    () => `${inbox}/${there()}`,
    () => ({ spam: true, version: 99 }),
    409,
    'version',
  ],
  ['a spam that is a word', 'PATCH', () => `${inbox}/${there()}`, () => ({ spam: 'yes' }), 400, 'spam'],
  [
    'a change of nothing',
    'PATCH',
    () => `${inbox}/${there()}`,
    () => ({}),
    400,
    inbox === 'leads' ? 'status' : 'spam',
  ],
  ['a change of an id that is none', 'PATCH', at(`${inbox}/abc`), () => ({ spam: true }), 400, id],
  ['a change of an unknown one', 'PATCH', at(`${inbox}/${v4()}`), () => ({ spam: true }), 404, id],
  ['a change of a deleted one', 'PATCH', () => `${inbox}/${away()}`, () => ({ spam: true }), 404, id],
  ['a look at an id that is none', 'GET', at(`${inbox}/abc`), none, 400, id],
  ['a look at a deleted one', 'GET', () => `${inbox}/${away()}`, none, 404, id],
  ['an empty note', 'POST', () => `${inbox}/${there()}/notes`, () => ({ body: ' \n ' }), 400, 'body'],
  ['a note that is a book', 'POST', () => `${inbox}/${there()}/notes`, () => ({ body: text }), 400, 'body'],
  ['a note that is a number', 'POST', () => `${inbox}/${there()}/notes`, () => ({ body: 7 }), 400, 'body'],
  ['a note on a deleted one', 'POST', () => `${inbox}/${away()}/notes`, () => ({ body: 'x' }), 404, id],
]

const leadsOnly: Case[] = [
  ['an unknown status', 'PATCH', () => `leads/${lead}`, () => ({ status: 'won' }), 400, 'status'],
  ['a status that is null', 'PATCH', () => `leads/${lead}`, () => ({ status: null }), 400, 'status'],
  ['a filter by an unknown status', 'GET', at('leads/search?status=won'), none, 400, 'status'],
  ['a person that is none', 'GET', at('leads/search?person=ada'), none, 400, 'person'],
  ['the journey of a deleted lead', 'GET', () => `leads/${gone}/journey`, none, 404, 'leadId'],
  ['an account that is neither', 'GET', at('onboarding/search?account=maybe'), none, 400, 'account'],
]

const everything = () =>
  desk.api.sql`
    SELECT to_jsonb(l) FROM leads l UNION ALL SELECT to_jsonb(o) FROM onboarding_submissions o
    UNION ALL SELECT to_jsonb(n) FROM staff_notes n UNION ALL SELECT to_jsonb(c) FROM record_changes c
    UNION ALL SELECT to_jsonb(d) FROM deletions d ORDER BY 1`

const leadCases = cases(
  'leads',
  'leadIds',
  'leadId',
  () => lead,
  () => gone,
)
const submissionCases = cases(
  'onboarding',
  'submissionIds',
  'submissionId',
  () => submission,
  () => goneSubmission,
)

test.each([
  ...leadCases.map(one => ['leads', ...one] as const),
  ...submissionCases.map(one => ['onboarding', ...one] as const),
  ...leadsOnly.map(one => ['both', ...one] as const),
])('%s: %s is refused', async (_inbox, _what, method, path, body, status, field) => {
  const before = await everything()
  const sent = body()
  const answer = await desk.call(method, path(), sent as object | undefined)
  expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(/\.$/)])
  if (field) expect(answer.json().issues?.map((issue: { path: string }) => issue.path)).toContain(field)
  expect(await everything()).toEqual(before)
})
