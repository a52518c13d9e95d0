import { describe, expect, test } from 'vitest'
import { digestDue } from './message.ts'

const due = (zone: string, now: string) => {
  const { week, at } = digestDue(zone, new Date(now))
  return [week, at.toISOString()]
}

describe('the last Monday at eight in the report time zone', () => {
  test.each([
    ['Europe/London', '2026-03-02T08:00:00Z', '2026-02-23', '2026-03-02T08:00:00.000Z'],
    ['Europe/London', '2026-03-02T07:59:59Z', '2026-02-16', '2026-02-23T08:00:00.000Z'],
    ['Europe/London', '2026-03-08T23:59:59Z', '2026-02-23', '2026-03-02T08:00:00.000Z'],
    ['Europe/London', '2026-03-30T07:00:00Z', '2026-03-23', '2026-03-30T07:00:00.000Z'],
    ['America/New_York', '2026-03-09T11:59:59Z', '2026-02-23', '2026-03-02T13:00:00.000Z'],
    ['America/New_York', '2026-03-09T12:00:00Z', '2026-03-02', '2026-03-09T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-01T19:00:00Z', '2026-02-23', '2026-03-01T19:00:00.000Z'],
    ['Asia/Kathmandu', '2026-03-02T02:15:00Z', '2026-02-23', '2026-03-02T02:15:00.000Z'],
    // Daylight saving time began in the first hour of that Monday.
    ['Asia/Tehran', '2021-03-22T03:30:00Z', '2021-03-15', '2021-03-22T03:30:00.000Z'],
    ['Asia/Tehran', '2021-03-22T03:29:59Z', '2021-03-08', '2021-03-15T04:30:00.000Z'],
    ['Europe/London', '2026-01-01T12:00:00Z', '2025-12-22', '2025-12-29T08:00:00.000Z'],
  ])('the digest is due on Monday at eight local time: %s at %s: the week from %s', (zone, now, week, at) => {
    expect(due(zone, now)).toEqual([week, at])
  })
})
