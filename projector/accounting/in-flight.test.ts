import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { describe, expect, test } from 'vitest'
import { conversion, envelopeOf, exposure, visit } from '../testing/events.ts'
import { openInFlight } from './in-flight.ts'

const AT = 1_700_000_000_000
const entry = (partition: number, offset: number, event: LoggedEvent = visit()): LogRecord => ({
  partition,
  offset,
  key: 'a',
  value: JSON.stringify(envelopeOf([event])),
  appendedAt: new Date(AT + partition * 1_000 + offset),
})
const open = (projected: [partition: number, next: number][] = []) =>
  openInFlight(new Map(projected), new AbortController().signal)

describe('what is in flight', () => {
  test('is counted by type, and each partition has its oldest', async () => {
    const inFlight = open([[2, 7]])
    await inFlight.take([
      entry(1, 0),
      entry(2, 7, conversion()),
      entry(1, 1),
      entry(2, 8, exposure('v2', 'utm_1_a')),
    ])
    expect(inFlight.read()).toEqual({
      counts: { visit: 2, conversion: 1, ab_test: 1 },
      oldest: [
        [1, AT + 1_000],
        [2, AT + 2_007],
      ],
    })
  })

  test('is counted once, also where it comes again or was projected before', async () => {
    const inFlight = open([[1, 3]])
    await inFlight.take([entry(1, 2), entry(1, 3)])
    await inFlight.take([entry(1, 3), entry(1, 4, conversion())])
    expect(inFlight.read().counts).toEqual({ visit: 1, conversion: 1 })
    expect(inFlight.nextOf(1)).toBe(5)
  })

  test('goes as it is projected, and what was read already is not read again', async () => {
    const inFlight = open()
    await inFlight.take([
      entry(1, 0),
      entry(1, 1, conversion()),
      entry(1, 2, exposure('v2', 'utm_1_a')),
      entry(2, 0),
    ])
    inFlight.pass(new Map([[1, 2]]))
    expect(inFlight.read().counts).toEqual({ ab_test: 1, visit: 1 })
    expect(inFlight.nextOf(1)).toBe(3)
    await inFlight.take([entry(1, 2, exposure('v2', 'utm_1_a'))])
    expect(inFlight.read().counts).toEqual({ ab_test: 1, visit: 1 })
  })

  test('is nothing that was projected before it was read', async () => {
    const inFlight = open()
    inFlight.pass(new Map([[1, 5]]))
    await inFlight.take([entry(1, 4), entry(1, 5, conversion())])
    expect(inFlight.read().counts).toEqual({ conversion: 1 })
  })

  test('is known at once, while the log is read again after a rest, or when it is stopped', async () => {
    const stop = new AbortController()
    const inFlight = openInFlight(new Map(), stop.signal)
    let isRested = false
    const taking = inFlight.take([entry(1, 0)]).then(() => (isRested = true))
    await new Promise(resolve => setImmediate(resolve))
    expect([inFlight.read().counts, isRested]).toEqual([{ visit: 1 }, false])
    stop.abort()
    await taking
  })

  describe('is bounded:', () => {
    /** Two hundred thousand events, which is as many as may wait. */
    const many = JSON.stringify(envelopeOf(Array.from({ length: 2_000 }, () => visit())))
    const full = Array.from({ length: 100 }, (_, offset) => ({ ...entry(1, offset), value: many }))
    const turn = () => new Promise(resolve => setImmediate(resolve))

    test('the log is not read further until the projector has come by some of it', async () => {
      const inFlight = open()
      await inFlight.take(full)
      const taking = inFlight.take([entry(1, 100)])
      await turn()
      expect(inFlight.nextOf(1)).toBe(100)
      inFlight.pass(new Map([[1, 1]]))
      await taking
      expect([inFlight.nextOf(1), inFlight.read().counts]).toEqual([101, { visit: 198_001 }])
      // There is room for all but one of them again.
      await inFlight.take(full.slice(0, 1).map(one => ({ ...one, offset: 101 })))
      const next = inFlight.take([entry(1, 102)])
      await turn()
      expect(inFlight.nextOf(1)).toBe(102)
      inFlight.pass(new Map([[1, 102]]))
      await next
      expect(inFlight.read().counts).toEqual({ visit: 1 })
    })

    test('whoever is stopped while it waits is let go', async () => {
      const stop = new AbortController()
      const inFlight = openInFlight(new Map(), stop.signal)
      await inFlight.take(full)
      const taking = inFlight.take([entry(1, 100)])
      stop.abort()
      await taking
      expect(inFlight.nextOf(1)).toBe(101)
    })
  })
})
