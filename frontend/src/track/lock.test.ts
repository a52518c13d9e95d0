import { expect, test } from 'vitest'
import { openLock } from './lock.ts'

test('Web Locks let one turn run at a time', async () => {
  const lock = openLock(navigator.locks)
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

test.each([
  ['there are no locks', undefined],
  [
    'requesting a lock throws',
    {
      request: () => {
        throw new TypeError('x')
      },
    },
  ],
  ['the lock request is rejected', { request: () => Promise.reject(new TypeError('x')) }],
])('the turn runs once where %s', async (_what, locks) => {
  let turns = 0
  await openLock(locks as Pick<LockManager, 'request'> | undefined)(async () => void turns++)
  expect(turns).toBe(1)
})

test('a failure inside the turn is not mistaken for a failed lock', async () => {
  let turns = 0
  const run = openLock(navigator.locks)(() => Promise.reject(new Error(`turn ${++turns}`)))
  await expect(run).rejects.toThrow('turn 1')
})
