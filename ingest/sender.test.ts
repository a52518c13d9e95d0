import { describe, expect, test } from 'vitest'
import { envelope, type RequestFacts } from './accept.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const facts: RequestFacts = { ip: '203.0.113.77', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

test('an entry names its request, if any, and at most 1,024 characters of the user agent', () => {
  const long = { ...facts, userAgent: 'x'.repeat(2_000) }
  expect(envelope([], '', long, now)).not.toHaveProperty('requestId')
  expect(envelope([], '', { ...long, requestId: 'r1' }, now)).toMatchObject({
    requestId: 'r1',
    userAgent: 'x'.repeat(1024),
  })
  expect(envelope([], 'Own/1', long, now).userAgent).toBe('Own/1')
})
describe('the sender', () => {
  const botOf = (userAgent: string, ip = '203.0.113.77') => envelope([], '', { ip, userAgent }, now).bot

  test('crawlers and nameless senders are bots, people are not', () => {
    expect(botOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)')).toBe(
      'user_agent',
    )
    expect(botOf('')).toBe('no_user_agent')
    expect(botOf(facts.userAgent)).toBe('')
  })

  test('headless browsers and HTTP libraries are bots unless they run on this machine', () => {
    const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0 Safari/537.36'
    expect(botOf(headless)).toBe('user_agent')
    expect(botOf(headless, '127.0.0.1')).toBe('')
    expect(botOf('curl/8.5.0', '::1')).toBe('')
    expect(botOf('node', '::1')).toBe('')
    for (const crawler of ['Googlebot/2.1', 'Googlebot/2.1 (by way of node)'])
      expect(botOf(crawler, '::1')).toBe('user_agent')
    expect([botOf('', '::1'), botOf('firsttouch-canary'), botOf('firsttouch-canary', '::1')]).toEqual([
      '',
      'canary',
      'canary',
    ])
  })

  test('the classification is right for any number of user agents', () => {
    for (let i = 0; i < 2_500; i++) {
      expect(botOf(`Mozilla/5.0 (X11; Linux x86_64; rv:${i}.0) Gecko/20100101 Firefox/${i}.0`)).toBe('')
      if (i % 500 === 0) expect(botOf(`Googlebot/${i}`)).toBe('user_agent')
    }
  })
})
