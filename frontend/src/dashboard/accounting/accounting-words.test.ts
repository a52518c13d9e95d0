import { expect, test } from 'vitest'
import {
  asideInWords,
  balanceInWords,
  canaryInWords,
  comparisonInWords,
  lagInWords,
  releaseInWords,
} from './accounting-words.ts'

test('the lag names the number of waiting entries and the oldest one’s age', () => {
  expect(lagInWords({ entries: 0, seconds: 0 })).toMatch(/^Every accepted event/)
  expect(lagInWords({ entries: 12, seconds: 95 })).toBe(
    '12 log entries wait to be counted, the oldest for 95 s.',
  )
  expect(lagInWords({ entries: 1, seconds: 95 })).toBe('1 log entry waits to be counted, for 95 s.')
})

test('an unknown lag or balance is not shown as zero', () => {
  expect(lagInWords({ entries: null, seconds: null })).toMatch(/not known/)
  expect([true, false, null].map(balanced => balanceInWords(balanced).badge)).toEqual([
    'Balanced',
    'Not balanced',
    'Not known',
  ])
})

test('a late test event is reported as late', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(canaryInWords(null, now)).toMatch(/^No test event/)
  expect(canaryInWords({ seenAt: '2026-03-01T11:59:20.000Z' }, now)).toMatch(/is 40 s old\.$/)
  expect(canaryInWords({ seenAt: '2026-03-01T11:57:00.000Z' }, now)).toMatch(/is 3 min old\.$/)
  expect(canaryInWords({ seenAt: '2026-03-01T11:56:59.000Z' }, now)).toMatch(/newest test event is 3 min old/)
  expect(canaryInWords({ seenAt: '2026-03-01T11:50:00.000Z' }, now)).toMatch(
    /newest test event is 10 min old/,
  )
})

test('the comparison counts differences between log and store in both directions', () => {
  const checked = { checkedAt: '2026-03-01T11:00:00.000Z', hours: 25 }
  const differences = [2, -3].map(difference => ({ hour: checked.checkedAt, type: 'visit', difference }))
  expect(comparisonInWords(null)).toBe('Not compared yet.')
  expect(comparisonInWords({ ...checked, differences: [] })).toMatch(/agree for each of the last 25 hours/)
  expect(comparisonInWords({ ...checked, differences })).toMatch(/^5 events differ/)
  expect(
    comparisonInWords({
      ...checked,
      differences: differences.slice(0, 1).map(one => ({ ...one, difference: -1 })),
    }),
  ).toMatch(/^1 event differs in .+\. It is being counted again\.$/)
})

test('dead letters are listed with their reasons', () => {
  expect(
    asideInWords([
      { reason: 'not_json', entries: 2 },
      { reason: 'no_such_v', entries: 1 },
    ]),
  ).toMatch(/: 2 \(not json\), 1 \(no such v\)\./)
  expect(asideInWords([])).toBe('No dead letters.')
})

test('the version names its commit if the commit is known', () => {
  expect(releaseInWords({ version: '1.2.0', commit: 'abc1234' })).toBe('1.2.0, commit abc1234')
  expect(releaseInWords({ version: '1.2.0', commit: '' })).toBe('1.2.0')
})
