import type { LoggedEvent } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { partitionOf } from '../../log/partition.ts'
import { EXACT } from './judge.ts'
import { inBatchesOf, openPipeline } from './pipeline.ts'
import { FULL, openRandom, type Random } from './random.ts'
import { reportVerdict } from './results.ts'
import { entryOf } from './traffic.ts'

const PARTITIONS = 4
const UTM = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: '', utm_content: '', utm_term: '' }

/** A session that began at `start` and whose entries go to this partition. */
const sessionIn = (partition: number, start: number, random: Random): string => {
  for (;;) {
    const session = `utm_${start}_${random.int(0, 2 ** 30).toString(36)}`
    if (partitionOf(session, PARTITIONS) === partition) return session
  }
}

type Make = (sessionId: string, id: string, at: number) => LoggedEvent
const timed = (sessionId: string, id: string, at: number) => ({
  id,
  occurredAt: new Date(at).toISOString(),
  sessionId,
})
const visit: Make = (...common) => ({
  type: 'visit',
  ...timed(...common),
  utm: UTM,
  referrer: '',
  pagePath: '/',
})
const conversion: Make = (...common) => ({
  type: 'conversion',
  ...timed(...common),
  conversionType: 'button_click',
  utm: UTM,
  pagePath: '/',
  properties: {},
})
const exposure: Make = (...common) => ({
  type: 'ab_test',
  ...timed(...common),
  testName: 'landingPage',
  variant: 'v2',
  event: 'variant_assigned',
  conversionType: '',
  properties: {},
})
const KINDS = [visit, conversion, exposure]

/** Partition 1 is longer, so that its entry lies at a greater offset than the one of partition 0. */
const conflict = (random: Random, at: number, winner: Make, loser: Make) => {
  const id = v7({ msecs: at, random: random.bytes(16) })
  const late = sessionIn(0, at - 7_200_000, random)
  const early = sessionIn(1, at - 3_600_000, random)
  const filler = visit(early, v7({ msecs: at }), at)
  return {
    won: [entryOf([winner(late, id, at)], { receivedAt: at })],
    lost: [entryOf([filler], { receivedAt: at }), entryOf([loser(early, id, at)], { receivedAt: at })],
  }
}

test.each([
  ['the later entry is projected first', true],
  ['the first entry is projected first', false],
])('R-07 one id with two payloads counts as its first log entry has it: %s', async (_, laterFirst) => {
  const random = openRandom('R-07')
  const pipeline = await openPipeline()
  // One at a time, and hours apart: nothing else refreshes what the two of them touch.
  pipeline.start({ log: inBatchesOf(1) })
  const all = KINDS.flatMap(a => KINDS.map((b): [Make, Make] => [a, b]))
  const pairs = FULL ? all : random.shuffled(all).slice(0, 3)
  const conflicts = pairs.map(([winner, loser], i) =>
    conflict(random, Date.now() - i * 8_000_000, winner, loser),
  )
  const lost = conflicts.flatMap(pair => pair.lost)
  const won = conflicts.flatMap(pair => pair.won)
  for (const entries of laterFirst ? [lost, won] : [won, lost]) {
    await pipeline.append(entries)
    await pipeline.caughtUp()
  }
  const verdict = await pipeline.judge()
  await reportVerdict('R-07', 'one id with two payloads', pairs.length, verdict)
  expect(verdict).toMatchObject(EXACT)
})
