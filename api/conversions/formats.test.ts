import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AD_PLATFORMS } from '../contract/conversions/kinds.ts'
import { conversionRules } from '../contract/conversions/settings.ts'
import { importFile } from '../testing/import-formats.ts'
import type { Conversion } from './conversions.ts'
import { conversionCsv, zonedTime } from './formats.ts'

const conversion = (more: Partial<Conversion> = {}): Conversion => ({
  kind: 'qualified',
  name: 'Qualified lead',
  value: '49.50',
  at: new Date('2026-07-01T12:00:00.900Z'),
  ids: { gclid: 'Cj0KCQ' },
  ...more,
})
const LONDON = { currency: 'GBP', timeZone: 'Europe/London' }

test('a conversion for Google Ads has the right fields', () => {
  const file = conversionCsv(
    'google-ads',
    [
      conversion({ ids: { gclid: 'Cj0KCQ', wbraid: 'W', gbraid: 'G' } }),
      conversion({ ids: { gbraid: '-G_1', wbraid: 'W' }, value: null, name: 'Won, at last' }),
      conversion({ ids: { wbraid: 'W' }, at: new Date('2026-01-01T00:00:00Z') }),
    ],
    LONDON,
  )
  expect(file).toBe(
    [
      'Google Click ID,GBRAID,WBRAID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'Cj0KCQ,,,Qualified lead,2026-07-01 13:00:00+0100,49.50,GBP',
      ',-G_1,,"Won, at last",2026-07-01 13:00:00+0100,,',
      ',,W,Qualified lead,2026-01-01 00:00:00+0000,49.50,GBP',
      '',
    ].join('\r\n'),
  )
})

test('a conversion for Microsoft Advertising has the right fields', () => {
  expect(conversionCsv('microsoft-advertising', [conversion({ ids: { msclkid: 'f894' } })], LONDON)).toBe(
    [
      'Parameters:TimeZone=+0000',
      'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
      'f894,Qualified lead,2026-07-01 12:00:00,49.50,GBP',
      '',
    ].join('\r\n'),
  )
})

test('the platform accepts the file with any names and times, and reads them correctly', () => {
  const rule = (name: string) =>
    conversionRules.safeParse({ rules: [{ kind: 'closed', isOffered: true, name, value: '1' }] }).data
      ?.rules[0]?.name
  const name = fc
    .string({ minLength: 1, maxLength: 40, unit: 'binary' })
    .map(rule)
    .filter(found => found !== undefined)
  const id = fc.stringMatching(/^[\w-]{4,60}$/)
  const ids = fc.oneof(
    fc.record({ gclid: id, msclkid: id }),
    fc.record({ gbraid: id, msclkid: id }),
    fc.record({ wbraid: id, msclkid: id }),
  )
  const value = fc.option(
    fc.nat(99_999_999).map(pence => (pence / 100).toFixed(2)),
    { nil: null },
  )
  const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom(
    'Europe/London',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Kiritimati',
    'UTC',
  )
  fc.assert(
    fc.property(fc.array(fc.record({ name, ids, value, at }), { maxLength: 5 }), zone, (found, timeZone) => {
      const conversions = found.map(one => conversion(one))
      for (const platform of AD_PLATFORMS) {
        const { refused, rows } = importFile(
          platform,
          conversionCsv(platform, conversions, { currency: 'GBP', timeZone }),
        )
        expect(refused).toEqual([])
        expect(rows.map(row => row['Conversion Name'])).toEqual(conversions.map(one => one.name))
        const told = rows.map(row => {
          const [day, time = ''] = (row['Conversion Time'] ?? '').split(' ')
          return Date.parse(`${day}T${time}${platform === 'google-ads' ? '' : 'Z'}`)
        })
        expect(told).toEqual(conversions.map(({ at: when }) => Math.floor(when.getTime() / 1000) * 1000))
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29 00:59:59', '+0000'],
  ['2026-03-29T01:00:00Z', 'Europe/London', '2026-03-29 02:00:00', '+0100'],
  ['2026-01-01T00:00:00Z', 'America/St_Johns', '2025-12-31 20:30:00', '-0330'],
  ['2026-01-01T00:00:00Z', 'Asia/Kathmandu', '2026-01-01 05:45:00', '+0545'],
])('%s in %s is %s%s', (at, zone, time, offset) => {
  expect(zonedTime(new Date(at), zone)).toEqual({ time, offset })
})
