/**
 * Runs random histories over models of the stores, for 10 s in `npm test`. SIMULATION_SEED=n repeats one history, SIMULATION_FROM=n sets the
 * first seed, and SIMULATION_MINUTES=n runs longer.
 */
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'
import { failureOf, historyFrom, simulate } from './simulate.ts'

const { SIMULATION_SEED, SIMULATION_FROM = '1', SIMULATION_MINUTES } = process.env
const RUN_MS = SIMULATION_MINUTES ? Number(SIMULATION_MINUTES) * 60_000 : 10_000
/** Minimum number of histories in a run. Even a machine that is a hundred times slower runs this many. */
const AT_LEAST = 15

test('every history of the projector ends with exact counts and read models, and without erased sessions', {
  timeout: 10 * RUN_MS + 60_000,
}, async () => {
  if (SIMULATION_SEED) return expect(await failureOf(Number(SIMULATION_SEED))).toBeNull()
  const end = performance.now() + RUN_MS
  let seed = Number(SIMULATION_FROM)
  for (; performance.now() < end; seed++) expect(await failureOf(seed)).toBeNull()
  const count = seed - Number(SIMULATION_FROM)
  console.log(`${count} histories, ${Math.round(count / (RUN_MS / 60_000))} a minute on one core`)
  expect(count).toBeGreaterThan(AT_LEAST)
})

test('a seed repeats its history exactly', async () => {
  const [, plant] = FAULTS[0] as (typeof FAULTS)[number]
  for (const seed of [1, 2, 3, 4, 5])
    expect(await simulate(historyFrom(seed), plant())).toEqual(await simulate(historyFrom(seed), plant()))
})

const MOST_HISTORIES = 3_000
test.each(FAULTS)('the simulation finds the planted fault: %s', { timeout: 300_000 }, async (_, plant) => {
  let seed = 1
  while (seed <= MOST_HISTORIES && (await simulate(historyFrom(seed), plant())).length === 0) seed++
  expect(seed).toBeLessThanOrEqual(MOST_HISTORIES)
})
