import type { LoggedEvent } from '@firsttouch/ingest/events'
import { conversion, exposure, visit } from '@firsttouch/projector/testing/events'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { inBatchesOf, openPipeline } from './pipeline.ts'
import { FULL, openRandom, type Random } from './random.ts'
import { reportVerdict } from './results.ts'
import { entryOf } from './traffic.ts'

type Make = (common: { id: string; sessionId: string; at: number }) => LoggedEvent
const KINDS: Make[] = [
  visit,
  conversion,
  ({ id, sessionId, at }) => ({ ...exposure('v2', sessionId, at), id }),
]

/** Ingest binds an id to its session, so both lie in one partition. */
const conflict = (random: Random, at: number, winner: Make, loser: Make) => {
  const sessionId = `utm_${at - 3_600_000}_${random.int(0, 2 ** 30).toString(36)}`
  const common = { id: v7({ msecs: at, random: random.bytes(16) }), sessionId, at }
  return [winner, loser].map(make => entryOf([make(common)], { receivedAt: at }))
}

test.each([
  ['a batch each', 1],
  ['one batch', 100],
])('R-07 one id with two payloads counts as its first log entry has it: %s', async (_, size) => {
  const random = openRandom('R-07')
  const pipeline = await openPipeline()
  const all = KINDS.flatMap(a => KINDS.map((b): [Make, Make] => [a, b]))
  const pairs = FULL ? all : random.shuffled(all).slice(0, 3)
  // Hours apart: nothing else refreshes what the two of a pair touch.
  const entries = pairs.map(([winner, loser], i) =>
    conflict(random, Date.now() - i * 8_000_000, winner, loser),
  )
  await pipeline.append(entries.flat())
  pipeline.start({ log: inBatchesOf(size) })
  await pipeline.caughtUp()
  const verdict = await pipeline.judge()
  await reportVerdict('R-07', 'one id with two payloads', pairs.length, verdict)
  expect(verdict).toMatchObject(EXACT)
})
