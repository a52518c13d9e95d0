/**
 * In Google's format, the first line must contain the headings, and each time contains its time zone
 * (support.google.com/google-ads/answer/7014069 and /14184381). In Microsoft's format, the first line sets the time
 * zone of all rows, and the headings follow (help.ads.microsoft.com, article 56852).
 */

import { HttpError } from '@firsttouch/infra/platform/http/http'
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import { z } from 'zod'
import type { AdPlatform } from '../contract/conversions/kinds.ts'
import { plainCsvRow } from '../contract/csv.ts'
import type { ClickIdKind } from '../contract/fields/click-ids.ts'
import type { Deps } from '../deps.ts'
import { type Conversion, selectConversions } from './conversions.ts'

type Format = {
  ids: readonly ClickIdKind[]
  head: readonly (readonly string[])[]
  row: (
    conversion: Conversion,
    money: readonly [value: string, currency: string],
    timeZone: string,
  ) => string[]
}

const COMMON = ['Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency']

export const FORMATS: Record<AdPlatform, Format> = {
  'google-ads': {
    ids: ['gclid', 'gbraid', 'wbraid'],
    head: [['Google Click ID', 'GBRAID', 'WBRAID', ...COMMON]],
    row: ({ ids, name, at }, money, timeZone) => {
      const { time, offset } = zonedTime(at, timeZone)
      return [...oneGoogleId(ids), name, `${time}${offset}`, ...money]
    },
  },
  'microsoft-advertising': {
    ids: ['msclkid'],
    head: [['Parameters:TimeZone=+0000'], ['Microsoft Click ID', ...COMMON]],
    row: ({ ids, name, at }, money) => [ids.msclkid ?? '', name, zonedTime(at, 'UTC').time, ...money],
  },
}

/** Returns only the most precise id, because Google rejects a row with several ids. */
const oneGoogleId = ({ gclid = '', gbraid = '', wbraid = '' }: Conversion['ids']): string[] => {
  if (gclid) return [gclid, '', '']
  return gbraid ? ['', gbraid, ''] : ['', '', wbraid]
}

type Facts = { currency: string; timeZone: string }

/** Adds no protection against spreadsheet formulas, because that would change an id that starts with a hyphen. */
export const conversionCsv = (
  platform: AdPlatform,
  conversions: readonly Conversion[],
  { currency, timeZone }: Facts,
): string => {
  const { head, row } = FORMATS[platform]
  const money = ({ value }: Conversion) =>
    value === null ? (['', ''] as const) : ([value, currency] as const)
  const rows = conversions.map(one => row(one, money(one), timeZone))
  return [...head, ...rows].map(plainCsvRow).join('')
}

/** Returns for example `2026-07-01 13:00:00` and `+0100`. */
export const zonedTime = (at: Date, timeZone: string): { time: string; offset: string } => {
  const seconds = Math.floor(at.getTime() / 1000) * 1000
  // The Swedish locale writes times in the format of the platforms.
  const time = new Date(seconds).toLocaleString('sv-SE', { timeZone })
  const minutes = Math.round((Date.parse(`${time.replace(' ', 'T')}Z`) - seconds) / MINUTE_MS)
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const far = Math.abs(minutes)
  return { time, offset: `${minutes < 0 ? '-' : '+'}${two(far / 60)}${two(far % 60)}` }
}

export const CSV_ANSWER = { 200: { content: { 'text/csv': { schema: z.string() } } } }

export const readPlatformFile = async ({ sql, config, now }: Deps, platform: AdPlatform) => {
  if (!config.clickIds)
    throw new HttpError(
      404,
      'There is no such file, because click ids are not stored. An operator can enable them with CLICK_IDS=on.',
    )
  const { conversions } = await selectConversions(sql, FORMATS[platform].ids, now())
  const csv = conversionCsv(platform, conversions, config)
  return { csv, rows: conversions.length }
}
