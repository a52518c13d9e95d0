import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { toasts } from '../../ui/toast.ts'
import { found } from '../testing/shown.tsx'
import { queriesNamed, type ReadName } from './reads.ts'
import { useAdminWrite, useRecordChange } from './writes.ts'

const answerWith = (status: number, body: object = {}) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body, { status }))
afterEach(() => {
  toasts.dismiss()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
const notice = () => (toasts.current()?.open ? toasts.current() : undefined)

/** An active read whose next response waits until the test calls `answer`. */
const shownRead = (client: QueryClient, name: ReadName) => {
  const { promise, resolve } = Promise.withResolvers<object>()
  let asked = 0
  const queryFn = () => {
    asked += 1
    return promise
  }
  const stop = new QueryObserver<object>(client, {
    ...queriesNamed(name),
    queryFn,
    initialData: {},
  }).subscribe(() => undefined)
  return { asked: () => asked, answer: () => resolve({}), stop }
}

const change = (failure: string | null = 'Failed') => {
  const made = found(() => ({
    client: useQueryClient(),
    write: useAdminWrite<string>({
      call: path => ({ method: 'POST', path, body: { a: 1 } }),
      changes: 'campaigns',
      failure,
    }),
  }))
  // Prevents a toast's timer from firing.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return made
}

test('a write stays pending until the changed data is refetched, but does not wait for counts', async () => {
  answerWith(200)
  const { client, write } = change()
  const reads = { campaigns: shownRead(client, 'campaigns'), funnel: shownRead(client, 'funnel') }
  const leads = shownRead(client, 'leads')
  let isOver = false
  void write.mutateAsync('campaigns').then(() => {
    isOver = true
  })
  await expect.poll(reads.campaigns.asked).toBe(1)
  expect([reads.funnel.asked(), leads.asked(), isOver]).toEqual([1, 0, false])
  // The write does not wait for the funnel's counts.
  reads.campaigns.answer()
  await expect.poll(() => isOver).toBe(true)
  for (const read of [...Object.values(reads), leads]) read.stop()
})

test('a refused write shows the server’s message and refetches nothing', async () => {
  const fetched = answerWith(400, {})
  const { client, write } = change('Failed to update')
  const campaigns = shownRead(client, 'campaigns')
  await expect(write.mutateAsync('campaigns')).rejects.toThrow('400')
  expect(notice()).toMatchObject({ title: 'Failed to update', tone: 'destructive' })
  expect([fetched.mock.calls.length, campaigns.asked()]).toEqual([1, 0])
  campaigns.stop()
})

test('a write with an unknown result refetches the data', async () => {
  answerWith(502)
  const { client, write } = change()
  const campaigns = shownRead(client, 'campaigns')
  campaigns.answer()
  await expect(write.mutateAsync('campaigns')).rejects.toThrow('502')
  expect(campaigns.asked()).toBe(1)
  campaigns.stop()
})

test('a write without a failure text shows no notice and refetches nothing', async () => {
  answerWith(502)
  const { client, write } = change(null)
  const campaigns = shownRead(client, 'campaigns')
  await expect(write.mutateAsync('campaigns')).rejects.toThrow('502')
  expect([notice(), campaigns.asked()]).toEqual([undefined, 0])
  campaigns.stop()
})

test('a record is changed at the version that was read', async () => {
  const fetched = answerWith(200)
  const saved: unknown[] = []
  const patch = found(() =>
    useRecordChange<{ status: string }>({
      ...{ of: 'leads', record: { id: 'a1', version: 7 }, failure: 'Failed' },
      onSaved: (_, input) => saved.push(input),
    }),
  )
  await patch.mutateAsync({ status: 'closed' })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/admin/leads/a1')
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    method: 'PATCH',
    body: '{"status":"closed","version":7}',
  })
  expect(saved).toEqual([{ status: 'closed' }])
})

test('changes of one record are sent one after the other, each with the version that the previous one produced', async () => {
  const sent: unknown[] = []
  const answers: (() => void)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, { body } = {}) => {
    const { version } = JSON.parse(String(body))
    sent.push(JSON.parse(String(body)))
    await new Promise<void>(answer => answers.push(answer))
    return Response.json({ id: 'b1', version: version + 1 })
  })
  const [owner, status] = found(() => {
    const record = { of: 'leads', record: { id: 'b1', version: 4 }, failure: 'Failed' } as const
    return [useRecordChange<{ owner: string }>(record), useRecordChange<{ status: string }>(record)] as const
  })
  const changes = [
    owner.mutateAsync({ owner: 'ada' }),
    owner.mutateAsync({ owner: 'ben' }),
    status.mutateAsync({ status: 'closed' }),
  ]
  for (const [at, change] of changes.entries()) {
    await expect.poll(() => answers.length).toBe(at + 1)
    answers[at]?.()
    await change
  }
  expect(sent).toEqual([
    { owner: 'ada', version: 4 },
    { owner: 'ben', version: 5 },
    { status: 'closed', version: 6 },
  ])
})

test('a change is sent although the list is still being fetched after the previous one', async () => {
  const fetched = answerWith(200, { id: 'e1', version: 5 })
  const { client, patch } = found(() => ({
    client: useQueryClient(),
    patch: useRecordChange<{ status: string }>({
      ...{ of: 'leads', record: { id: 'e1', version: 4 }, failure: 'Failed' },
    }),
  }))
  const list = shownRead(client, 'leads')
  const first = patch.mutateAsync({ status: 'new' })
  await expect.poll(list.asked).toBe(1)
  const second = patch.mutateAsync({ status: 'closed' })
  await expect.poll(() => fetched.mock.calls.length).toBe(2)
  expect(fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).version)).toEqual([4, 5])
  list.answer()
  await Promise.all([first, second])
  list.stop()
})

test('after a refused change the next one is sent with the version that the user saw', async () => {
  const fetched = answerWith(409)
  const patch = found(() =>
    useRecordChange<{ status: string }>({
      ...{ of: 'leads', record: { id: 'c1', version: 7 }, failure: 'Failed' },
    }),
  )
  const changes = [patch.mutateAsync({ status: 'new' }), patch.mutateAsync({ status: 'closed' })]
  for (const change of changes) await expect(change).rejects.toThrow('409')
  expect(fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).version)).toEqual([7, 7])
})

test('after a refused change only the version that is read again counts', async () => {
  const changeAt = (version: number) =>
    found(() =>
      useRecordChange<{ status: string }>({ of: 'leads', record: { id: 'd1', version }, failure: 'Failed' }),
    ).mutateAsync({ status: 'closed' })
  answerWith(200, { id: 'd1', version: 9 })
  await changeAt(8)
  // A backup from before that change is restored.
  const fetched = answerWith(409)
  await expect(changeAt(3)).rejects.toThrow('409')
  await expect(changeAt(3)).rejects.toThrow('409')
  expect(fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)).version).slice(-2)).toEqual([
    9, 3,
  ])
})
