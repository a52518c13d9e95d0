import { afterEach, expect, test } from 'vitest'
import { waitText } from '../pieces/inbox/age.ts'
import { setReportZone } from '../words/report-zone.ts'
import { repliedText, waitingForReply } from './lead-row.tsx'

afterEach(() => setReportZone('UTC'))

const lead = {
  status: 'new',
  spamReason: '',
  createdAt: '2026-03-02T12:00:00.000Z',
  replyDueAt: '2026-03-03T12:00:00.000Z',
  firstReplyAt: null,
  firstReplyBy: null,
} as const
const at = (time: string) => Date.parse(time)

test.each([
  [-5, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [47 * 60 + 59, '47 h'],
  [48 * 60, '2 days'],
])('a wait of %i minutes is written as %s', (minutes, text) => {
  expect(waitText(minutes * 60_000)).toBe(text)
})

test('a new lead waits, and is late after its promised time', () => {
  expect(waitingForReply(lead, at('2026-03-02T14:30:00Z'))).toEqual({ isLate: false, text: 'Waiting 2 h' })
  expect(waitingForReply(lead, at('2026-03-03T12:00:00Z'))?.isLate).toBe(false)
  expect(waitingForReply(lead, at('2026-03-03T12:00:01Z'))).toEqual({
    isLate: true,
    text: 'Waiting 24 h: reply promised by 3 Mar 2026, 12:00',
  })
  expect(waitingForReply({ ...lead, replyDueAt: null }, at('2026-09-01T00:00:00Z'))?.isLate).toBe(false)
})

test('an answered lead shows who replied and after how long, and spam never waits', () => {
  const answered = { ...lead, status: 'contacted', firstReplyAt: '2026-03-02T12:25:59.000Z' } as const
  expect([waitingForReply(answered, at('2026-03-09T00:00:00Z')), repliedText(answered)]).toEqual([
    null,
    'Replied on 2 Mar 2026, 12:25, after 25 min',
  ])
  expect(repliedText({ ...answered, firstReplyBy: 'ben' })).toBe(
    'Replied by ben on 2 Mar 2026, 12:25, after 25 min',
  )
  expect([waitingForReply({ ...lead, spamReason: 'honeypot' }, Date.now()), repliedText(lead)]).toEqual([
    null,
    null,
  ])
})
