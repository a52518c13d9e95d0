import type { Position } from '@firsttouch/infra/log/log'
import { expect, test } from 'vitest'
import { openRests } from './rest.ts'

/** A projector with a million entries before it, and a clock. */
const openCatchUp = () => {
  const state = { now: 0, committed: 0, asked: 0 }
  const positions = async (): Promise<Position[]> => {
    state.asked += 1
    return [{ partition: 0, start: 0, end: 1_000_000, committed: state.committed }]
  }
  const rests = openRests({ positions }, 'projector', () => state.now)
  /** One more second, in which the projector takes so many entries. */
  const after = (entries: number, records = 5_000) => {
    state.now += 1_001
    state.committed += entries
    return rests(records)
  }
  return { state, after }
}

test('the books rest while the projector catches up, and go on when its end is in sight', async () => {
  const { after } = openCatchUp()
  expect(await after(10_000)).toBe(true)
  expect(await after(100_000)).toBe(true)
  expect(await after(880_000)).toBe(false)
})

test('new entries come in small batches, for which nobody is asked', async () => {
  const { state, after } = openCatchUp()
  expect(await after(10_000, 999)).toBe(false)
  expect(state.asked).toBe(0)
})

test('a projector that stands still is not waited for', async () => {
  const { after } = openCatchUp()
  const answers = []
  for (let second = 0; second < 32; second += 1) answers.push(await after(0))
  expect(answers).toEqual([...Array(29).fill(true), false, false, false])
})

test('beside a projector that never gets to the end the books take a batch each ten minutes', async () => {
  const { after } = openCatchUp()
  const taken = []
  for (let second = 1; second <= 1_300; second += 1) if (!(await after(1))) taken.push(second)
  expect(taken).toEqual([601, 1_202])
})
