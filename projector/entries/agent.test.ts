import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agentOf, BROWSERS, DEVICES, isStandIn, standInOf } from './agent.ts'

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID = (device: string) =>
  `Mozilla/5.0 (Linux; Android 15; ${device}) AppleWebKit/537.36 (KHTML, like Gecko)`
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = 'Chrome/142.0.0.0'

const AGENTS: [userAgent: string, device: string, browser: string][] = [
  [`${IOS} Version/18.6 Mobile/15E148 Safari/604.1`, 'mobile', 'Safari'],
  [`${IOS} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'mobile', 'Chrome'],
  [`${IOS} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'mobile', 'Firefox'],
  [`${IOS} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/605.1.15`, 'mobile', 'Edge'],
  [`${IOS} Mobile/22G86 [FBAN/FBIOS;FBAV/530.0.0;FBDV/iPhone15,3]`, 'mobile', 'Safari'],
  [`${IOS} GSA/386.0.0 Mobile/15E148 Safari/604.1`, 'mobile', 'other'],
  [
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1',
    'tablet',
    'Safari',
  ],
  [`${ANDROID('Pixel 9')} ${CHROME} Mobile Safari/537.36`, 'mobile', 'Chrome'],
  [
    `${ANDROID('SAMSUNG SM-S918B')} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'mobile',
    'Samsung Internet',
  ],
  [`${ANDROID('SM-X710')} ${CHROME} Safari/537.36`, 'tablet', 'Chrome'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'mobile', 'Firefox'],
  [`${WINDOWS} ${CHROME} Safari/537.36`, 'desktop', 'Chrome'],
  [`${WINDOWS} ${CHROME} Safari/537.36 Edg/142.0.0.0`, 'desktop', 'Edge'],
  [`${WINDOWS} ${CHROME} Safari/537.36 OPR/124.0.0.0`, 'desktop', 'Opera'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'desktop', 'Firefox'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'desktop',
    'Safari',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME} Safari/537.36`,
    'desktop',
    'Chrome',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'desktop', 'other'],
  [
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/7.0 TV Safari/537.36 SamsungBrowser/5.0',
    'other',
    'Samsung Internet',
  ],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/8.20) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
    'other',
    'Safari',
  ],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'other', 'other'],
  ['Mozilla/5.0', 'unknown', 'unknown'],
  ['node', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
]

describe('device and browser of a user agent', () => {
  test.each(AGENTS)('%s: %s, %s', (userAgent, device, browser) => {
    expect(agentOf(userAgent)).toEqual({ device, browser })
  })
})

test('any user agent gives one of a few devices and browsers, and its stand-in gives the same', () => {
  const pieces = [
    'Mozilla/5.0',
    'Chrome/142',
    'mobile',
    'Safari',
    ' ',
    '(',
    'Android 15',
    'unknown',
    '\uD83D',
    "'",
  ]
  const told = fc.oneof(
    fc.string({ maxLength: 1024, unit: 'binary' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(all => all.join('')),
    fc.constantFrom(...AGENTS.map(([userAgent]) => userAgent)),
  )
  fc.assert(
    fc.property(told, userAgent => {
      const agent = agentOf(userAgent)
      expect(DEVICES).toContain(agent.device)
      expect(BROWSERS).toContain(agent.browser)
      const standIn = standInOf(userAgent)
      expect(agentOf(standIn)).toEqual(agent)
      expect(standInOf(standIn)).toBe(standIn)
      expect(standIn === '' || isStandIn(standIn)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
