import fc from 'fast-check'
import { v7, validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { accept } from './accept.ts'
import { timeInside } from './events.ts'
import { boundId } from './identify.ts'

const FACTS = { ip: '203.0.113.7', userAgent: '' }
const sessions = fc.stringMatching(/^[\w.:-]{1,128}$/)
const ids = fc.uuid({ version: 7 })

test('a bound id is a lower-case UUIDv7 with the sent id’s time, and the same each time', () => {
  fc.assert(
    fc.property(sessions, ids, (session, id) => {
      const bound = boundId(session, id)
      expect(bound).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect([validate(bound), version(bound), timeInside(bound)]).toEqual([true, 7, timeInside(id)])
      expect(boundId(session, id)).toBe(bound)
      expect(bound).not.toBe(id)
    }),
    { numRuns: 2_000 },
  )
})

test('an upper-case id is logged and answered like the lower-case one', () => {
  const loggedAs = (sessionId: string, id: string) => {
    const result = accept('visit', { sessionId, id }, FACTS, new Date(timeInside(id)))
    if (!result.ok) throw new Error(JSON.stringify(result.issues))
    return [result.id, result.event.id]
  }
  const msecs = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2099, 0, 1) })
  const random = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(sessions, msecs, random, (session, msecs, random) => {
      fc.pre(!session.startsWith('canary_'))
      const id = v7({ msecs, random })
      expect(loggedAs(session, id.toUpperCase())).toEqual([id, boundId(session, id)])
    }),
  )
})

test('session and id each change the bound id, and are not interchangeable', () => {
  fc.assert(
    fc.property(sessions, sessions, ids, ids, (session, other, id, otherId) => {
      fc.pre(session !== other && id !== otherId)
      const bound = [boundId(session, id), boundId(other, id), boundId(session, otherId)]
      expect(new Set([...bound, boundId(session, boundId(session, id))]).size).toBe(4)
    }),
  )
})

test('a million pairs of session and id with the same time get a million different ids', () => {
  // 60 bits of each id in a typed array. A set of strings would take ten times as long.
  const bound = new BigUint64Array(1_000_000)
  for (let n = 0; n < 1_000_000; n++) {
    const last = (n % 1_000).toString(16).padStart(12, '0')
    const id = boundId(`utm_1_${Math.floor(n / 1_000)}`, `019ad0b1-1234-7000-8000-${last}`)
    bound[n] = BigInt(`0x${id.slice(20, 23)}${id.slice(24)}`)
  }
  bound.sort()
  expect(bound.findIndex((bits, n) => bits === bound[n - 1])).toBe(-1)
})

test('every one of the 74 random bits comes from the hash', () => {
  const [ones, noughts] = [new Set<number>(), new Set<number>()]
  for (let n = 0; n < 100; n++) {
    const bits = BigInt(
      `0x${boundId(`utm_1_${n}`, '019ad0b1-1234-7000-8000-000000000000').replaceAll('-', '')}`,
    )
    for (let bit = 0; bit < 128; bit++) (bits & (1n << BigInt(bit)) ? ones : noughts).add(bit)
  }
  expect([...ones].filter(bit => noughts.has(bit))).toHaveLength(74)
})
