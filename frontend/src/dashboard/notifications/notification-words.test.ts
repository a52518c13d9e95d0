import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setReportZone } from '../words/report-zone.ts'
import { fallbackInWords, stateInWords } from './notification-words.ts'

beforeAll(() => setReportZone('Europe/London'))
afterAll(() => setReportZone('UTC'))

describe('the recipients without a choice of staff', () => {
  test.each([
    [[], [], null],
    [['a@x.example'], [], null],
    [
      ['a@x.example'],
      ['lead', 'alarm'],
      'No member of staff has chosen “New leads” and “Pipeline alerts: late figures, events that are unaccounted for, missing backup”. These notifications go to a@x.example (NOTIFY_TO).',
    ],
    [
      ['a@x.example', 'b@x.example'],
      ['lead'],
      'No member of staff has chosen “New leads”. These notifications go to a@x.example and b@x.example (NOTIFY_TO).',
    ],
    [
      [],
      ['lead', 'trial', 'verdict'],
      'Not sent to anyone by e-mail: “New leads”, “Trial sign-ups” and “An A/B test is decided”.',
    ],
  ] as const)('%j, %j', (addresses, kinds, words) => {
    expect(fallbackInWords(addresses, kinds)).toBe(words)
  })
})

const NONE = { lastSentAt: null, sent: 0, waiting: 0, oldestAt: null, failed: 0 }
const AT = '2026-03-01T12:00:00.000Z'
test.each([
  [NONE, 'Nothing has been sent yet.'],
  [{ ...NONE, lastSentAt: AT, sent: 1200 }, 'Last sent 1 Mar 2026, 12:00. 1,200 sent in the last 30 days.'],
  [
    { ...NONE, waiting: 1, oldestAt: AT, failed: 2 },
    'Nothing has been sent yet. 1 message waits, since 1 Mar 2026, 12:00. 2 were not delivered.',
  ],
])('the state of a channel is written in words: %j', (state, words) => {
  expect(stateInWords(state)).toBe(words)
})
