/** The installation's secret, shared by all processes. It signs form tokens and derives ids of record events. */
import { randomBytes } from 'node:crypto'
import type { ISql } from 'postgres'
import { readSetting } from './settings.ts'

export const loadSecret = async (sql: ISql): Promise<Buffer> => {
  const stored = await readSetting(sql, 'form_secret')
  if (stored) return Buffer.from(stored, 'base64')
  await sql`
    INSERT INTO settings (name, value, updated_at)
    VALUES ('form_secret', ${randomBytes(32).toString('base64')}, now())
    ON CONFLICT (name) DO NOTHING`
  return loadSecret(sql)
}
