/** Named texts in PostgreSQL, mostly settings that staff change. */
import type { ISql } from 'postgres'

/** Empty when the setting was never saved. */
export const readSetting = async (sql: ISql, name: string): Promise<string> => {
  const [row] = await sql<{ value: string }[]>`SELECT value FROM settings WHERE name = ${name}`
  return row?.value ?? ''
}

export const saveSetting = (sql: ISql, name: string, value: string, at: Date) => sql`
  INSERT INTO settings (name, value, updated_at) VALUES (${name}, ${value}, ${at})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`
