/** Time of a run's first visitor, in milliseconds. */
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { assertReaching } from '@firsttouch/infra/rigs/testing/reaching'
import { withoutLease } from '@firsttouch/projector/steps/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadModel } from '../deps.ts'
import { openTestApi } from '../testing/api.ts'
import { clearSessions, eventOf, insertEvents, minute, refreshArms } from '../testing/participants.ts'
import { readModelOf } from '../testing/read-model.ts'
import { countParticipants } from './participants.ts'

const NOW = new Date('2026-03-20T12:00:00.000Z')
const TEN = Date.parse('2026-03-02T10:00:00.000Z')

const api = await openTestApi()

type Seen = { variant: string; at: Date }
/** Sessions begin in three quarter-hours, so that a refresh of one quarter-hour leaves the others unchanged. */
type Visitor = { name: string; began: Date; seen: Seen[] }

const write = async ({ name, began, seen }: Visitor, gone: 0 | 1): Promise<void> => {
  const version = withoutLease()
  const session = { session_minute: minute(began), test_name: 'landingPage', version, gone }
  await insertEvents(
    api,
    seen.map(({ variant, at }) => ({ ...eventOf('exposure', name, at, 0), ...session, variant })),
  )
  await refreshArms(api, began)
}

const firstOf = async (readModel: ReadModel): Promise<Date | null> => {
  const { firstExposure } = await countParticipants(readModel, {
    testName: 'landingPage',
    periods: [{ from: null, to: null }],
    goal: 'any',
    conversionTypes: [],
    now: NOW,
  })
  return firstExposure
}

const byHand = (visitors: Visitor[]): Date | null => {
  const own = visitors.filter(({ seen }) => new Set(seen.map(({ variant }) => variant)).size === 1)
  const times = own.flatMap(({ seen }) => seen.map(({ at }) => at.getTime()))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

const minutes = fc.nat(40).map(after => new Date(TEN + after * MINUTE_MS))
const moment = fc.nat(40 * MINUTE_MS).map(after => new Date(TEN + after))
const variant = fc.constantFrom('control', 'v2')
const step = fc.oneof(
  fc.record({ does: fc.constant('come' as const), began: minutes, at: moment, variant }),
  fc.record({ does: fc.constant('see' as const), who: fc.nat(), at: moment, variant }),
  fc.record({ does: fc.constant('go' as const), who: fc.nat() }),
)

test('the first visitor of a run is found among later visitors', async () => {
  let changes = 0
  const comes = { does: 'come' as const, began: new Date(TEN), variant: 'v2' as const }
  await assertReaching(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async steps => {
      await clearSessions(api)
      const visitors: Visitor[] = []
      let before: number | undefined
      for (const [index, does] of steps.entries()) {
        const some = 'who' in does ? visitors[does.who % Math.max(1, visitors.length)] : undefined
        if (does.does === 'come') {
          const { began, at, variant } = does
          const visitor = { name: `s${index}`, began, seen: [{ variant, at }] }
          visitors.push(visitor)
          await write(visitor, 0)
        } else if (some && does.does === 'see') {
          some.seen.push({ variant: does.variant, at: does.at })
          await write(some, 0)
        } else if (some) {
          visitors.splice(visitors.indexOf(some), 1)
          await write(some, 1)
        }
        const expected = byHand(visitors)
        expect(await firstOf(readModelOf(api, NOW))).toEqual(expected)
        if (expected?.getTime() !== before) changes += 1
        before = expected?.getTime()
      }
    }),
    {
      examples: [[[1, 0, 2].map(after => ({ ...comes, at: new Date(TEN + after) }))]],
      // The first two arrivals are each the earliest so far. The third is not.
      reached: () => expect(changes).toBe(2),
      numRuns: 12,
    },
  )
})
