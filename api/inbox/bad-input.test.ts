/** Invalid requests get an answer that names the field, and change nothing. */
import { v4 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { followReferences } from '../testing/follow-references.ts'
import { openInboxDesk } from '../testing/inbox.ts'

const desk = await openInboxDesk()
const lead = await desk.contact('Ada')
const goneLead = await desk.contact('Gone')
const submission = await desk.onboard('Ada')
const goneSubmission = await desk.onboard('Gone')
await desk.call('DELETE', 'leads/bulk-delete', { leadIds: [goneLead] })
await desk.call('DELETE', 'onboarding/bulk-delete', { submissionIds: [goneSubmission] })
// Waits until the outbox has emitted the new records, because that increments their versions.
await followReferences(desk.api.sql)

type Case = {
  what: string
  status: number
  field: string
  send: [method: Method, path: string, body?: object]
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One invalid request proves that a route validates. `api/contract` tests what its schemas reject. Also errors that only
 * the database detects.
 */
const casesOf = (inbox: string, name: string, there: string, gone: string): Case[] => {
  const [id, ids] = [`${name}Id`, `${name}Ids`]
  const spam = { spam: true }
  const remove = (body: object): Case['send'] => ['DELETE', `${inbox}/bulk-delete`, body]
  return [
    { what: 'an unknown filter', status: 400, field: '', send: ['GET', `${inbox}?colour=red`] },
    { what: 'a filter given twice', status: 400, field: 'q', send: ['GET', `${inbox}/search?q=a&q=b`] },
    { what: 'a wrong filter of an export', status: 400, field: 'spam', send: ['GET', `${inbox}.csv?spam=1`] },
    { what: 'no cursor', status: 400, field: 'cursor', send: ['GET', `${inbox}/search?cursor=%00%ff`] },
    {
      what: 'a cursor of another order',
      ...{ status: 400, field: 'cursor', send: ['GET', `${inbox}/search?cursor=WyJuYW1lIiwieCIsIngiXQ`] },
    },
    {
      what: 'an export of deleted records',
      ...{ status: 404, field: `${ids}.1`, send: ['POST', `${inbox}.csv`, { [ids]: [there, gone] }] },
    },
    { what: 'a body that is a list', status: 400, field: '', send: remove([]) },
    {
      what: '1,001 ids',
      status: 400,
      field: ids,
      send: remove({ [ids]: Array.from({ length: 1_001 }, () => v4()) }),
    },
    { what: 'no id', status: 400, field: `${ids}.0`, send: remove({ [ids]: ["' OR 1=1 --"] }) },
    { what: 'an unknown id', status: 404, field: `${ids}.1`, send: remove({ [ids]: [there, v4()] }) },
    {
      what: 'a misspelt filter',
      status: 400,
      field: 'filter',
      send: remove({ filter: { satus: 'new' }, expectedCount: 1 }),
    },
    {
      what: 'an unknown undo token',
      status: 404,
      field: 'undoToken',
      send: ['POST', `${inbox}/restore`, { undoToken: v4() }],
    },
    {
      what: 'a stale version',
      status: 409,
      field: 'version',
      send: ['PATCH', `${inbox}/${there}`, { ...spam, version: 99 }],
    },
    { what: 'a change with an invalid id', status: 400, field: id, send: ['PATCH', `${inbox}/abc`, spam] },
    {
      what: 'a change of an unknown record',
      status: 404,
      field: id,
      send: ['PATCH', `${inbox}/${v4()}`, spam],
    },
    {
      what: 'a change of a deleted record',
      status: 404,
      field: id,
      send: ['PATCH', `${inbox}/${gone}`, spam],
    },
    { what: 'reading a record with an invalid id', status: 400, field: id, send: ['GET', `${inbox}/abc`] },
    { what: 'reading a deleted record', status: 404, field: id, send: ['GET', `${inbox}/${gone}`] },
    {
      what: 'an empty note',
      status: 400,
      field: 'body',
      send: ['POST', `${inbox}/${there}/notes`, { body: ' \n ' }],
    },
    {
      what: 'a note on a deleted record',
      status: 404,
      field: id,
      send: ['POST', `${inbox}/${gone}/notes`, { body: 'x' }],
    },
  ]
}

const everything = () =>
  desk.api.sql`
    SELECT to_jsonb(l) FROM leads l UNION ALL SELECT to_jsonb(o) FROM onboarding_submissions o
    UNION ALL SELECT to_jsonb(n) FROM staff_notes n UNION ALL SELECT to_jsonb(c) FROM record_changes c
    UNION ALL SELECT to_jsonb(d) FROM deletions d ORDER BY 1`

const journey: Case = {
  what: 'the journey of a deleted lead',
  ...{ status: 404, field: 'leadId', send: ['GET', `leads/${goneLead}/journey`] },
}
describe.each([
  ['leads', [...casesOf('leads', 'lead', lead, goneLead), journey]],
  ['onboarding', casesOf('onboarding', 'submission', submission, goneSubmission)],
])('in %s', (_, cases) => {
  test.each(cases)('$what is refused, and nothing changes', async ({ status, field, send }) => {
    const before = await everything()
    const answer = await desk.call(...send)
    expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(/\.$/)])
    if (field) expect(answer.json().issues?.map((issue: { path: string }) => issue.path)).toContain(field)
    expect(await everything()).toEqual(before)
  })
})
