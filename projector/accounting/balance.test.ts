import { describe, expect, test } from 'vitest'
import { balanceOf, holdsMore, reasonOf, type Snapshot } from './balance.ts'

const AT = '2026-03-01T12:30:00.000Z'
const EQUAL: Snapshot = {
  at: AT,
  offsets: [[0, 12]],
  passedOver: 0,
  accepted: { visit: 11, conversion: 3 },
  projected: { visit: 9, conversion: 3 },
  duplicates: { visit: 2 },
  conflicts: 1,
  deadLetters: { visit: 2 },
  unique: { human: { visit: 4, conversion: 3 }, bot: { visit: 3 }, tests: { visit: 1 } },
}
const IN_FLIGHT = { counts: { visit: 5 }, oldest: [] }
const balanceWith = (change: Partial<Snapshot>) => balanceOf({ ...EQUAL, ...change }, IN_FLIGHT)

test('what is in flight is accepted and owed by nobody', () => {
  const balance = balanceWith({})
  expect(balance.types.visit).toEqual({
    ...{ accepted: 16, projected: 9, duplicates: 2, uniqueHuman: 4, uniqueBot: 3, testEvents: 1 },
    ...{ deadLetters: 2, inFlight: 5, balanced: true },
  })
  expect(Object.values(balance.types).every(({ balanced }) => balanced)).toBe(true)
  expect([reasonOf(balance), holdsMore(balance), balance.conflicts]).toEqual([null, false, 1])
})

test('what has waited longest is told of each partition, and of all of them', () => {
  const at = Date.parse(AT)
  const oldest: [number, number][] = [
    [3, at + 2_000],
    [0, at + 1_000],
    [7, at + 3_000],
  ]
  expect(balanceOf(EQUAL, { counts: {}, oldest })).toMatchObject({
    snapshotAt: AT,
    oldestInFlight: '2026-03-01T12:30:01.000Z',
    oldestByPartition: {
      '0': '2026-03-01T12:30:01.000Z',
      '3': '2026-03-01T12:30:02.000Z',
      '7': '2026-03-01T12:30:03.000Z',
    },
  })
  expect(balanceWith({})).toMatchObject({ oldestInFlight: null, oldestByPartition: {} })
})

const [LOG, MODELS] = ['than were projected or set aside', 'than the read models hold']
const people = (visit: number) => ({ unique: { ...EQUAL.unique, human: { visit, conversion: 3 } } })

describe.each<[string, Partial<Snapshot>, string, boolean]>([
  ['the roll-ups lost an event', people(3), `visit: the projector counted 1 more ${MODELS}`, false],
  ['the roll-ups count two twice', people(6), `visit: the projector counted 2 fewer ${MODELS}`, true],
  ['an entry was passed over', { passedOver: 1 }, `unknown: the log holds 1 more ${LOG}`, false],
  ['a letter was taken away', { deadLetters: {} }, `visit: the log holds 2 more ${LOG}`, false],
  [
    'what was accepted of a partition is lost',
    { accepted: { visit: 8, conversion: 3 } },
    `visit: the log holds 3 fewer ${LOG}`,
    false,
  ],
])('where %s', (_, change, reason, more) => {
  test('it says so of the type, and of no other', () => {
    const balance = balanceWith(change)
    const differing = Object.entries(balance.types).filter(([, { balanced }]) => !balanced)
    expect(differing.map(([type]) => type)).toEqual([reason.split(':')[0]])
    expect(reasonOf(balance)).toBe(`The accounting does not balance. ${reason}.`)
    expect(holdsMore(balance)).toBe(more)
  })
})
