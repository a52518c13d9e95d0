/** A platform's file, made of what is stored now. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { z } from 'zod'
import type { AdPlatform } from '../contract/conversions/kinds.ts'
import type { Deps } from '../deps.ts'
import { selectConversions } from './conversions.ts'
import { conversionCsv, FORMATS } from './formats.ts'

export const CSV_ANSWER = { 200: { content: { 'text/csv': { schema: z.string() } } } }

/** Throws a HttpError (404) while the ids of clicks are not kept. */
export const readPlatformFile = async (
  { sql, config, now }: Deps,
  platform: AdPlatform,
): Promise<{ csv: string; rows: number }> => {
  if (!config.clickIds)
    throw new HttpError(
      404,
      'There is no such file: the ids of clicks are not kept. An operator switches that on with CLICK_IDS=on.',
    )
  const { conversions } = await selectConversions(sql, FORMATS[platform].ids, now())
  const csv = conversionCsv(platform, conversions, config)
  return { csv, rows: conversions.length }
}
