import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asLongAsItTook, bySpareCores } from './resting.ts'

/** Of cores whose processor time is given. */
const restingOf = (cores: number, used: { ms: number }) => bySpareCores(cores, () => used.ms)

test.each([
  [0, 100],
  [40, 100],
  [70, 140],
  [120, 200],
  [200, 200],
  [900, 900],
])('beside a server, rounds of %d ms begin %d ms apart', (took, apart) => {
  expect(took + asLongAsItTook()(took)).toBe(apart)
})

test.each([
  [1, 60, 100],
  [1, 98, 140],
  [2, 98, 100],
  [2, 210, 150],
  [2, 400, 200],
  [8, 400, 100],
])(
  'with the engine on %d cores, rounds of 90 ms that take %d ms of CPU begin %d ms apart',
  (cores, cpu, apart) => {
    const used = { ms: 5_000 }
    const rest = restingOf(cores, used)()
    used.ms += cpu
    expect(90 + rest(90)).toBeCloseTo(apart, 9)
  },
)

test('nothing is used between rounds that is not counted, and nothing of before the first', () => {
  const used = { ms: 0 }
  const resting = restingOf(2, used)
  used.ms = 60_000
  const rest = resting()
  used.ms += 140
  expect(rest(90)).toBeCloseTo(10, 9)
  // While it rested others used 70 ms, and then the round took as much again.
  used.ms += 70 + 140
  expect(rest(90)).toBeCloseTo(60, 9)
})

test('whatever a round takes, the next begins at once or so late that cores are left to others, but no later than after 200 ms', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 64 }),
      fc.array(fc.record({ took: fc.nat(500), cpu: fc.nat(5_000) }), { minLength: 1 }),
      (cores, rounds) => {
        const used = { ms: 0 }
        const rest = restingOf(cores, used)()
        for (const { took, cpu } of rounds) {
          used.ms += cpu
          const apart = took + rest(took)
          expect(apart).toBeLessThanOrEqual(Math.max(200, took))
          expect(apart).toBeGreaterThanOrEqual(Math.max(100, took))
          if (apart < 200) expect(cpu / (cores * apart)).toBeLessThanOrEqual(0.7 + 1e-9)
        }
      },
    ),
  )
})
