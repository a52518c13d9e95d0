import { describe, expect, test } from 'vitest'
import { envelope } from './accept.ts'
import { openBursts } from './bursts.ts'
import { isDataCentre } from './data-centres.ts'
import type { LoggedEvent } from './events.ts'
import { networkList, openLeftOut } from './left-out.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const NOBODYS = '203.0.113.77'
const utm = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
let ids = 0
const event = (sessionId: string, type = 'visit', id = `${++ids}`) =>
  ({ type, id, sessionId, occurredAt: NOW.toISOString(), utm, referrer: '', pagePath: '/' }) as LoggedEvent

describe('internal visits', () => {
  const reason = (cookie: string, ip = NOBODYS, userAgent = SAFARI, networks = '') =>
    envelope([], '', { ip, userAgent, cookie }, NOW, openLeftOut(networkList(networks))).bot

  test('events of a browser that logged in or opted out are excluded by its cookie alone', () => {
    expect(reason('firsttouch_internal=login')).toBe('internal_login')
    expect(reason('a=b; firsttouch_internal=opt_out; c=d')).toBe('internal_opt_out')
    for (const cookie of [
      '',
      'firsttouch_internal=',
      'firsttouch_internal=else',
      'x_firsttouch_internal=login',
    ])
      expect(reason(cookie)).toBe('')
  })

  test('events from networks and single addresses in the settings are excluded', () => {
    const networks = '203.0.113.0/24\n198.51.100.7\n2001:db8:1::/48\nnonsense\n'
    const ips = ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8:1:2::3']
    expect(ips.map(ip => reason('', ip, SAFARI, networks))).toEqual(ips.map(() => 'internal_network'))
    expect(
      ['203.0.114.9', '198.51.100.8', '2001:db8:2::1', 'x'].map(ip => reason('', ip, SAFARI, networks)),
    ).toEqual(['', '', '', ''])
  })

  test('a bot in a marked browser counts as a bot', () => {
    expect(reason('firsttouch_internal=login', NOBODYS, 'Googlebot/2.1')).toBe('user_agent')
  })
})

describe('data centres', () => {
  test('addresses of data centres are distinguished from addresses of people', () => {
    for (const ip of [
      '3.5.140.2',
      '167.99.241.66',
      '85.10.199.76',
      '::ffff:167.99.241.66',
      '2a01:4f8::1',
      '2600:1f18::1',
    ])
      expect([ip, isDataCentre(ip)]).toEqual([ip, true])
    for (const ip of [
      '8.8.8.8',
      '104.28.40.9',
      '127.0.0.1',
      '10.0.0.1',
      '0.0.0.0',
      '255.255.255.255',
      '::1',
      'x',
      '',
    ])
      expect([ip, isDataCentre(ip)]).toEqual([ip, false])
  })

  test('the log entry holds the reason', () => {
    const entry = envelope(
      [],
      '',
      { ip: '167.99.241.66', userAgent: SAFARI },
      NOW,
      openLeftOut(() => false),
    )
    expect(entry.bot).toBe('suspicious_data_center')
  })
})

describe('bursts', () => {
  const bursts = () => {
    const clock = { now: NOW.getTime() }
    const isBurst = openBursts(() => clock.now)
    /** One new session every `seconds`. */
    const visits = (from: number, to: number, seconds = 5, ip = NOBODYS) => {
      let flagged = 0
      for (let n = from; n < to; n++) {
        clock.now += seconds * 1000
        if (isBurst(ip, SAFARI, [event(`s${n}`)])) flagged++
      }
      return flagged
    }
    return { clock, visits, isBurst }
  }

  test('one-page sessions of one network and user agent are flagged once sixty of them are two minutes old', () => {
    const { visits, isBurst } = bursts()
    expect(visits(0, 84)).toBe(0)
    expect(visits(85, 95)).toBe(10)
    expect(isBurst('203.0.113.1', SAFARI, [event('neighbour')])).toBe(true)
    expect(isBurst('203.0.114.1', SAFARI, [event('elsewhere')])).toBe(false)
    expect(isBurst(NOBODYS, 'Another/1.0', [event('another')])).toBe(false)
  })

  test('three hundred sessions at once are flagged at once', () => {
    expect(bursts().visits(0, 1_300, 0.01)).toBe(1_000)
  })

  test('the first decision holds for the whole session, also in the next quarter-hour', () => {
    const { visits, isBurst, clock } = bursts()
    visits(0, 100)
    expect(isBurst(NOBODYS, SAFARI, [event('s7', 'conversion')])).toBe(false)
    expect(isBurst(NOBODYS, SAFARI, [event('s95', 'conversion')])).toBe(true)
    clock.now += 10 * 60_000
    expect(isBurst(NOBODYS, SAFARI, [event('s95')])).toBe(true)
    expect(isBurst(NOBODYS, SAFARI, [event('s7')])).toBe(false)
  })

  test('sessions of a network and user agent count again a quarter-hour after a burst', () => {
    const { visits, clock } = bursts()
    visits(0, 100)
    clock.now += 15 * 60_000
    expect(visits(200, 210)).toBe(10)
    clock.now += 15 * 60_000
    expect(visits(300, 310)).toBe(0)
  })

  test('a retry of a visit does not count as a second page', () => {
    const { isBurst, clock } = bursts()
    const flagged = []
    for (let n = 0; n < 90; n++) {
      clock.now += 5_000
      for (const _ of ['sent', 'sent again'])
        flagged.push(isBurst(NOBODYS, SAFARI, [event(`s${n}`, 'visit', `v${n}`)]))
    }
    expect(flagged.at(-1)).toBe(true)
  })

  test.each(['visit', 'conversion'])('sessions are not flagged if every tenth continues with a %s', more => {
    const { isBurst, clock } = bursts()
    for (let n = 0; n < 2_000; n++) {
      clock.now += 400
      for (const type of n % 10 === 0 ? ['visit', more] : ['visit'])
        expect(isBurst(NOBODYS, SAFARI, [event(`s${n}`, type)])).toBe(false)
    }
  })

  test('visitors behind an unconfigured proxy or on a local network are not a burst', () => {
    for (const ip of [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.9',
      '::ffff:192.168.1.9',
      'fd00::1',
      '::1',
      'x',
    ])
      expect([ip, bursts().visits(0, 400, 1, ip)]).toEqual([ip, 0])
  })

  test('after fifty thousand senders, new senders are not checked', () => {
    const { isBurst, visits } = bursts()
    for (let n = 0; n < 50_000; n++) isBurst('198.51.100.1', `Agent/${n}`, [event(`s${n}`)])
    expect(visits(0, 400, 1)).toBe(0)
  })
})
