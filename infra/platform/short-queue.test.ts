import { expect, test } from 'vitest'
import { openShortQueue } from './short-queue.ts'

const full = () => new Error('full')
const work = () => {
  let finish: () => void = () => undefined
  const done = new Promise<void>(resolve => {
    finish = resolve
  })
  return { done, finish }
}

test('two run, three wait in the queue, the sixth is refused', async () => {
  const queued = openShortQueue(2, 3, full)
  const started: number[] = []
  const jobs = [0, 1, 2, 3, 4].map(work)
  const running = jobs.map((job, index) =>
    queued(() => {
      started.push(index)
      return job.done
    }),
  )
  await expect(queued(async () => undefined)).rejects.toThrow('full')
  expect(started).toEqual([0, 1])
  for (const job of jobs) job.finish()
  await Promise.all(running)
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('failed work makes room', async () => {
  const queued = openShortQueue(1, 0, full)
  await expect(queued(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queued(async () => 'yes')).toBe('yes')
})
