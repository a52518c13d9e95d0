import { conversionInput, visitInput } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { ADDRESS_LIMIT, AGENT_LIMIT, clip, clipExtras, TEXT_LIMIT } from './clip.ts'

const long = 'x'.repeat(5_000)
const sessionId = 'utm_1_a'

test('a clipped visit satisfies the contract although every value was too long', () => {
  const visit = {
    sessionId,
    utm_source: clip(long, TEXT_LIMIT),
    utm_medium: clip(long, TEXT_LIMIT),
    utm_campaign: clip(long, TEXT_LIMIT),
    utm_content: clip(long, TEXT_LIMIT),
    utm_term: clip(long, TEXT_LIMIT),
    referrer: clip(long, ADDRESS_LIMIT),
    userAgent: clip(long, AGENT_LIMIT),
    pagePath: clip(long, ADDRESS_LIMIT),
  }
  expect(visitInput.safeParse(visit).success).toBe(true)
  for (const [name, value] of Object.entries(visit).filter(([name]) => name !== 'sessionId'))
    expect(
      visitInput.safeParse({ ...visit, [name]: `${value}x` }).success,
      `${name} is not cut short needlessly`,
    ).toBe(false)
})

test('the clipped extras of a conversion satisfy the contract', () => {
  const extras = clipExtras({
    buttonType: long,
    formType: long,
    planType: long,
    planName: long,
    source: long,
    price: long,
  })
  const { price, ...texts } = extras
  expect([String(price).length, Object.values(texts).map(text => text.length)]).toEqual([
    64,
    Array(5).fill(255),
  ])
  expect(conversionInput.safeParse({ sessionId, conversionType: 'button_click', ...extras }).success).toBe(
    true,
  )
})

test('a number stays a number', () => {
  expect(clipExtras({ price: 25 })).toEqual({ price: 25 })
})

test('clipping removes NUL and never leaves half a character', () => {
  // Includes the first and the last surrogate pair, and lone surrogates.
  for (const pair of ['😀', '\u{10000}', '\u{10ffff}']) {
    expect(clip(`ab${pair}`, 3)).toBe('ab')
    expect(clip(`ab${pair}`, 4)).toBe(`ab${pair}`)
  }
  for (const sign of ['\ud7ff', '\ue000', 'ﬀ']) expect(clip(`ab${sign}c`, 3)).toBe(`ab${sign}`)
  expect(clip(`a${String.fromCharCode(0)}b`, 5)).toBe('ab')
})
