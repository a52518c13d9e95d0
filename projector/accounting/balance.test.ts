import { describe, expect, test } from 'vitest'
import { balanceOf, reasonOf, type Snapshot } from './balance.ts'

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
const WAITING = [{ partition: 0, entries: 5, since: new Date(AT) }]
const balanceWith = (change: Partial<Snapshot>) => balanceOf({ ...EQUAL, ...change }, WAITING)

test('the accounts balance at the checkpoint, whatever is in flight', () => {
  const balance = balanceWith({})
  expect(balance.types.visit).toEqual({
    ...{ accepted: 11, projected: 9, duplicates: 2, uniqueHuman: 4, uniqueBot: 3, testEvents: 1 },
    ...{ deadLetters: 2, balanced: true },
  })
  expect(Object.values(balance.types).every(({ balanced }) => balanced)).toBe(true)
  expect([reasonOf(balance), balance.conflicts]).toEqual([null, 1])
})

test('in flight are the entries of all partitions, since the oldest of them', () => {
  const since = (ms: number) => new Date(Date.parse(AT) + ms)
  const lag = [
    { partition: 3, entries: 1, since: since(2_000) },
    { partition: 0, entries: 4, since: since(1_000) },
    { partition: 7, entries: 0, since: null },
  ]
  expect(balanceOf(EQUAL, lag)).toMatchObject({
    snapshotAt: AT,
    inFlight: 5,
    oldestInFlight: '2026-03-01T12:30:01.000Z',
  })
  expect(balanceOf(EQUAL, [])).toMatchObject({ inFlight: 0, oldestInFlight: null })
})

const [LOG, MODELS] = ['than were projected or set aside', 'than the read models hold']
const people = (visit: number) => ({ unique: { ...EQUAL.unique, human: { visit, conversion: 3 } } })

describe.each<[string, Partial<Snapshot>, string]>([
  ['the roll-ups lost an event', people(3), `visit: the projector counted 1 more ${MODELS}`],
  ['the roll-ups count two twice', people(6), `visit: the projector counted 2 fewer ${MODELS}`],
  ['an entry was passed over', { passedOver: 1 }, `unknown: the log holds 1 more ${LOG}`],
  ['a letter was taken away', { deadLetters: {} }, `visit: the log holds 2 more ${LOG}`],
  [
    'what was accepted of a partition is lost',
    { accepted: { visit: 8, conversion: 3 } },
    `visit: the log holds 3 fewer ${LOG}`,
  ],
])('where %s', (_, change, reason) => {
  test('it says so of the type, and of no other', () => {
    const balance = balanceWith(change)
    const differing = Object.entries(balance.types).filter(([, { balanced }]) => !balanced)
    expect(differing.map(([type]) => type)).toEqual([reason.split(':')[0]])
    expect(reasonOf(balance)).toBe(`The accounting does not balance. ${reason}.`)
  })
})
