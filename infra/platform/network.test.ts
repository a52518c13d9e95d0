import { expect, test } from 'vitest'
import { isOwnMachine, networkKey, networkOf } from './network.ts'

test('an IPv4 address counts alone, also inside an IPv6 address', () => {
  expect(networkKey('203.0.113.7')).toBe('203.0.113.7')
  expect(networkKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkKey('::FFFF:203.0.113.7')).toBe('203.0.113.7')
  // Invalid addresses stay as they are.
  expect(networkKey('x::ffff:203.0.113.7')).toBe('x::ffff:203.0.113.7')
  expect(networkKey('::ffff:203.0.113.7\nx')).toBe('::ffff:203.0.113.7\nx')
  expect(networkKey('::ffff:203')).toBe('0000:0000:0000:0000::/56')
})

test('S-19 a whole IPv6 /56 counts as one', () => {
  const keys = ['2001:db8:1:2a00::1', '2001:0DB8:1:2aff:9:8:7:6', '2001:db8:1:2a42::']
  expect(new Set(keys.map(networkKey))).toEqual(new Set(['2001:0db8:0001:2a00::/56']))
  expect(networkKey('2001:db8:1:2b00::1')).not.toBe(networkKey('2001:db8:1:2a00::1'))
  expect(networkKey('::1')).toBe('0000:0000:0000:0000::/56')
  expect(networkKey('fe80::1%eth0')).toBe('fe80:0000:0000:0000::/56')
  expect(networkKey('1::2:3:4:5:6:7')).toBe('0001:0000:0002:0000::/56')
  expect(networkKey('1::5:6:7:8')).toBe('0001:0000:0000:0000::/56')
  expect(networkKey('1:2::5:6:7:8')).toBe('0001:0002:0000:0000::/56')
  expect(networkKey('1:2:3::')).toBe('0001:0002:0003:0000::/56')
})

test('S-36 only the network of an address is stored', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:85a3:8d3:1319:8a2e:370:7348')).toBe('2001:db8:85a3::/48')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48')
  expect(networkOf('::1')).toBe('0:0:0::/48')
  expect(networkOf('not an address')).toBe('')
})

test('isOwnMachine is true only for the machine’s own addresses', () => {
  expect(['::1', '127.0.0.1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1'].every(isOwnMachine)).toBe(true)
  expect(['10.0.0.1', '::2', '203.0.113.1', '', '10.127.0.1', '1::1', '::11'].some(isOwnMachine)).toBe(false)
})
