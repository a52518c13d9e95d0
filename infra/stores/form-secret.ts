/** The installation's secret. It signs form tokens and keys the ids of record events. All processes share it. */
import { randomBytes } from 'node:crypto'
import type { ISql } from 'postgres'

export const loadSecret = async (sql: ISql): Promise<Buffer> => {
  const stored = async (): Promise<string | undefined> => {
    const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = 'form_secret'`
    return row?.value
  }
  const make = async (): Promise<string | undefined> => {
    await sql`
      INSERT INTO settings (name, value, updated_at)
      VALUES ('form_secret', ${randomBytes(32).toString('base64')}, now())
      ON CONFLICT (name) DO NOTHING`
    return stored()
  }
  const secret = (await stored()) ?? (await make())
  if (!secret) throw new Error('The secret of the forms could not be stored')
  return Buffer.from(secret, 'base64')
}
