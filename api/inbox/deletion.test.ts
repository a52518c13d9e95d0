import { v4 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { openChangesTold } from '../testing/changes-told.ts'
import { openInboxDesk } from '../testing/inbox.ts'

const desk = await openInboxDesk()
beforeEach(() => desk.empty())

const INBOXES = [
  { inbox: 'leads', ids: 'leadIds', add: (name: string) => desk.contact(name) },
  { inbox: 'onboarding', ids: 'submissionIds', add: (name: string) => desk.onboard(name) },
] as const

describe.each(INBOXES)('in $inbox', ({ inbox, ids, add }) => {
  const remove = (body: object) => desk.call('DELETE', `${inbox}/bulk-delete`, body)
  const restore = (undoToken: unknown) => desk.call('POST', `${inbox}/restore`, { undoToken })

  test('deleted records are missing in list, counts and export, and the undo token restores them', async () => {
    const [a, b] = [await add('A'), await add('B')]
    await add('C')
    const answer = await remove({ [ids]: [a, b] })
    expect(answer.json()).toEqual({ deleted: 2, undoToken: expect.any(String) })
    expect(await desk.names(inbox)).toEqual(['C'])
    expect((await desk.call('GET', `${inbox}/search`)).json()).toMatchObject({
      total: 1,
      inbox: { total: 1 },
    })
    expect((await desk.call('GET', `${inbox}.csv`)).body).not.toContain(a)
    expect((await restore(answer.json().undoToken)).json()).toEqual({ restored: 2 })
    expect(await desk.names(inbox)).toEqual(['C', 'B', 'A'])
  })

  test('records of a filter are deleted if their number is as expected', async () => {
    for (const name of ['Walrus', 'Walnut', 'Yak']) await add(name)
    const answer = await remove({ filter: { q: 'wal' }, expectedCount: 2 })
    expect(answer.json().deleted).toBe(2)
    await restore(answer.json().undoToken)
    expect((await remove({ filter: { q: 'walr' }, expectedCount: 1 })).json().deleted).toBe(1)
    expect(await desk.names(inbox)).toEqual(['Yak', 'Walnut'])
  })

  test('nothing is deleted if a filter finds another number than expected', async () => {
    for (const name of ['A', 'B']) await add(name)
    const answer = await remove({ filter: {}, expectedCount: 1 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().issues).toMatchObject([{ path: 'expectedCount' }])
    expect(answer.json().detail).toMatch(/^The list has changed: the filter now finds 2 \w+, not 1/)
    expect(await desk.names(inbox)).toEqual(['B', 'A'])
  })

  test('nothing is deleted if one of the records is already deleted, and the answer names that record', async () => {
    const [a, b] = [await add('A'), await add('B')]
    await remove({ [ids]: [a] })
    const answer = await remove({ [ids]: [b, a] })
    expect(answer.statusCode).toBe(404)
    expect(answer.json().issues).toMatchObject([{ path: `${ids}.1` }])
    expect(await desk.names(inbox)).toEqual(['B'])
  })

  test('an id that a request contains twice counts as one record', async () => {
    const a = await add('A')
    expect((await remove({ [ids]: [a, a.toUpperCase()] })).json().deleted).toBe(1)
  })

  test('a deletion is undone once, and only in its inbox', async () => {
    const a = await add('A')
    const { undoToken } = (await remove({ [ids]: [a] })).json()
    const elsewhere = inbox === 'leads' ? 'onboarding' : 'leads'
    expect((await desk.call('POST', `${elsewhere}/restore`, { undoToken })).statusCode).toBe(404)
    expect((await restore(undoToken)).statusCode).toBe(200)
    const again = await restore(undoToken)
    expect([again.statusCode, again.json().issues[0].path]).toEqual([409, 'undoToken'])
    expect((await desk.call('POST', `${elsewhere}/restore`, { undoToken })).statusCode).toBe(404)
    expect((await restore(v4())).statusCode).toBe(404)
    expect(await desk.names(inbox)).toEqual(['A'])
  })

  test('the filter for deleted records finds them, including spam, and one or all can be restored', async () => {
    const [a, b, spam] = [await add('A'), await add('B'), await add('Spam')]
    await add('C')
    await desk.call('PATCH', `${inbox}/${spam}`, { spam: true })
    await remove({ [ids]: [a, b] })
    await remove({ [ids]: [spam] })
    const deleted = `${inbox}/search?deleted=only`
    expect(await desk.names(deleted)).toEqual(['Spam', 'B', 'A'])
    expect(await desk.names(`${deleted}&spam=only`)).toEqual(['Spam'])
    const back = (body: object) => desk.call('POST', `${inbox}/bulk-restore`, body)
    expect((await back({ [ids]: [b] })).json()).toEqual({ restored: 1 })
    expect((await back({ [ids]: [b] })).statusCode).toBe(404)
    expect((await back({ filter: { deleted: 'only' }, expectedCount: 3 })).statusCode).toBe(409)
    expect((await back({ filter: {}, expectedCount: 2 })).statusCode).toBe(409)
    expect((await back({ filter: { deleted: 'only' }, expectedCount: 2 })).json()).toEqual({ restored: 2 })
    expect(await desk.names(inbox)).toEqual(['C', 'B', 'A'])
    expect(await desk.names(deleted)).toEqual([])
  })

  test('several deletions are undone separately', async () => {
    const tokens = []
    for (const name of ['A', 'B', 'C'])
      tokens.push((await remove({ [ids]: [await add(name)] })).json().undoToken)
    expect((await restore(tokens[1])).json()).toEqual({ restored: 1 })
    expect(await desk.names(inbox)).toEqual(['B'])
    expect((await restore(tokens[0])).json()).toEqual({ restored: 1 })
    expect((await restore(tokens[1])).statusCode).toBe(409)
    expect((await restore(tokens[2])).json()).toEqual({ restored: 1 })
    expect(await desk.names(inbox)).toEqual(['C', 'B', 'A'])
  })

  test('open dashboards are notified of a deletion, its undoing and every other change', async () => {
    const id = await add('A')
    const toldBy = await openChangesTold(desk.api.sql)
    expect(await toldBy(() => desk.call('PATCH', `${inbox}/${id}`, { spam: true }))).toEqual([inbox])
    expect(await toldBy(() => desk.call('POST', `${inbox}/${id}/notes`, { body: 'A' }))).toEqual([inbox])
    let undoToken = ''
    const told = await toldBy(async () => {
      undoToken = (await remove({ [ids]: [id] })).json().undoToken
    })
    expect(told).toEqual([inbox])
    expect(await toldBy(() => restore(undoToken))).toEqual([inbox])
    expect(await toldBy(() => restore(undoToken))).toEqual([])
  })

  test('above a limit, records are reported by their number', async () => {
    const there = await add('A')
    const gone = Array.from({ length: 21 }, () => v4())
    const answer = await remove({ [ids]: [...gone, there] })
    expect(answer.json().detail).toMatch(/^21 of the 22 chosen /)
    expect(answer.json().issues).toHaveLength(20)
    expect((await remove({ [ids]: [v4()] })).json().detail).toMatch(/^There is no such /)
    expect(await desk.names(inbox)).toEqual(['A'])
  })

  test('a permanently deleted record cannot be restored, and the answer says so', async () => {
    const { undoToken } = (await remove({ [ids]: [await add('A')] })).json()
    await desk.api.sql`DELETE FROM ${desk.api.sql(inbox === 'leads' ? 'leads' : 'onboarding_submissions')}`
    const answer = await restore(undoToken)
    expect([answer.statusCode, answer.json().detail]).toEqual([404, expect.stringContaining('too old')])
  })
})
