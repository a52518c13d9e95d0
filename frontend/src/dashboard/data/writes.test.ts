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
