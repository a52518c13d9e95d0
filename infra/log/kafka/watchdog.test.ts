import { beforeEach, expect, test } from 'vitest'
import type { Position } from '../log.ts'
import { openWatchdog } from './watchdog.ts'

let now: number
let places: Position[] | Error
let owed: boolean
let check: () => Promise<void>

beforeEach(() => {
  now = 0
  owed = true
  places = [{ partition: 2, start: 0, end: 10, committed: 4 }]
  check = openWatchdog({
    positions: async () => {
      if (places instanceof Error) throw places
      return places
    },
    isOwed: () => owed,
    stallMs: 60_000,
    clock: () => now,
  })
})

/** Checks every ten seconds up to and including `until`. */
const watch = async (until: number) => {
  for (; now <= until; now += 10_000) await check()
}

test('entries that wait without progress for the time limit are a stall', async () => {
  await watch(50_000)
  await expect(watch(60_000)).rejects.toThrow(
    '6 entries wait in partition 2 of the log, and none arrived for 60 s',
  )
})

test('progress, an empty partition and a partition of another consumer are no stall', async () => {
  await watch(50_000)
  places = [{ partition: 2, start: 0, end: 10, committed: 5 }]
  await watch(100_000)
  places = [{ partition: 2, start: 0, end: 5, committed: 5 }]
  await watch(200_000)
  places = [{ partition: 2, start: 0, end: 10, committed: 5 }]
  owed = false
  await watch(300_000)
})

test('an outage of Kafka is no stall, and the time limit starts again after it', async () => {
  await watch(50_000)
  places = new Error('nobody is there')
  await watch(200_000)
  places = [{ partition: 2, start: 0, end: 10, committed: 4 }]
  await watch(250_000)
  await expect(watch(270_000)).rejects.toThrow('stalled')
})
