import { expect, test } from 'vitest'
import { LEASE_MS, openLock } from './lock.ts'
import { openStore } from './store.ts'
import { handStorage } from './testing.ts'

const twoTabs = (clock = { time: 0 }) => {
  const storage = handStorage()
  const tab = (owner: string) =>
    openLock(
      undefined,
      openStore(() => storage),
      () => clock.time,
      () => owner,
    )
  return { one: tab('one'), two: tab('two'), clock }
}
const never = () => new Promise<void>(() => undefined)

test('while one tab sends, another waits, without Web Locks too', async () => {
  const { one, two } = twoTabs()
  void one(never)
  expect(await two(async () => expect.unreachable())).toBe(false)
})

test('a tab that ends hands the turn on', async () => {
  const { one, two } = twoTabs()
  expect(await one(async () => undefined)).toBe(true)
  expect(await two(async () => undefined)).toBe(true)
})

test('a tab that died holds the turn no longer than its lease', async () => {
  const { one, two, clock } = twoTabs()
  void one(never)
  clock.time += LEASE_MS
  expect(await two(async () => undefined)).toBe(true)
})

test('a failure inside the turn gives it back', async () => {
  const { one, two } = twoTabs()
  await expect(one(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await two(async () => undefined)).toBe(true)
})

test('with Web Locks the browser decides whose turn it is', async () => {
  const lock = openLock(navigator.locks, openStore(handStorage), Date.now, () => 'one')
  const order: string[] = []
  const turn = (name: string) =>
    lock(async () => {
      order.push(`${name} in`)
      await new Promise(resolve => setTimeout(resolve, 5))
      order.push(`${name} out`)
    })
  await Promise.all([turn('a'), turn('b')])
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
})
