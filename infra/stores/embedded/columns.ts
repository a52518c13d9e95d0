/**
 * Many rows of texts and whole numbers go into the embedded engine as columns in this process's memory (Arrow), which it reads as
 * they are: as JSON they cost it several times the work of storing them. Few go as JSON: to plan the reading of columns takes longer.
 */
import type { ClickHouseClient } from '@clickhouse/client'
import chdb, { type Session } from 'chdb'

type Column = { name: string; format: 'u' | 'l'; length: number; nullCount: 0; buffers: (Buffer | null)[] }
type Given = Parameters<ClickHouseClient['insert']>[0]

/** Its types leave them out, and its typed helper reaches no session. */
type Registry = {
  _arrowRegisterColumns(connection: unknown, name: string, columns: Column[]): void
  _arrowUnregister(connection: unknown, name: string): void
}
const registry = chdb as unknown as Registry
const connectionOf = (session: Session): unknown => (session as unknown as { connection: unknown }).connection

/** Values from which columns take less CPU: of events some 400 rows, of read models 600 to 1,500. */
const MANY = 10_000

let registered = 0

/** The client, whose inserts of many rows as arrays take this way where it can be taken. */
export const insertsByColumns = (client: ClickHouseClient, session: Session): ClickHouseClient => {
  const insertText = client.insert.bind(client)
  const insertColumns = async ({ table, ...given }: Given, columns: Column[]) => {
    const connection = connectionOf(session)
    const name = `rows_${++registered}`
    registry._arrowRegisterColumns(connection, name, columns)
    const names = columns.map(column => column.name).join(', ')
    // The engine takes these columns for nullable ones, and what it cannot convert would become null.
    const values = columns.map(column => `assumeNotNull(${column.name})`).join(', ')
    try {
      const { clickhouse_settings } = given
      const query = `INSERT INTO ${table} (${names}) SELECT ${values} FROM arrowstream('${name}')`
      const { query_id, summary } = await client.command({
        query,
        ...(clickhouse_settings && { clickhouse_settings }),
      })
      return { executed: true, query_id, ...(summary && { summary }), response_headers: {} }
    } finally {
      // A closed session has taken everything with it.
      if (connectionOf(session) === connection) registry._arrowUnregister(connection, name)
    }
  }
  const insert = (given: Given) => {
    const columns = columnsOf(given)
    return columns ? insertColumns(given, columns) : insertText(given)
  }
  return Object.assign(client, { insert })
}

const columnsOf = ({ columns: names, values: rows, format }: Given): Column[] | undefined => {
  if (format !== 'JSONCompactEachRow' || !Array.isArray(names) || !Array.isArray(rows)) return undefined
  if (rows.length * names.length < MANY) return undefined
  const columns = names.map((name, i) => columnOf(name, rows, i))
  return columns.every(column => column !== undefined) ? columns : undefined
}

const columnOf = (name: string, rows: unknown[][], i: number): Column | undefined => {
  const column = { name, length: rows.length, nullCount: 0 } as const
  const isText = typeof rows[0]?.[i] === 'string'
  const buffers = isText ? textsIn(rows, i) : numbersIn(rows, i)
  return buffers && { ...column, format: isText ? 'u' : 'l', buffers: [null, ...buffers] }
}

/** Where each text begins, and all of them. None for texts with halves of surrogate pairs, which would meet. */
const textsIn = (rows: unknown[][], i: number): [Buffer, Buffer] | undefined => {
  const ends = new Int32Array(rows.length + 1)
  let text = ''
  for (let at = 0; at < rows.length; at++) {
    const cell = rows[at]?.[i]
    if (typeof cell !== 'string') return undefined
    text += cell
    ends[at + 1] = text.length
  }
  const bytes = Buffer.from(text)
  if (bytes.length !== text.length) endsInBytes(ends, text)
  return ends.at(-1) === bytes.length ? [Buffer.from(ends.buffer), bytes] : undefined
}

const endsInBytes = (ends: Int32Array, text: string): void => {
  let [from, end] = [0, 0]
  for (let at = 1; at < ends.length; at++) {
    const to = ends[at] ?? 0
    end += Buffer.byteLength(text.slice(from, to))
    ends[at] = end
    from = to
  }
}

/** 64 bits each, the lower half first. */
const numbersIn = (rows: unknown[][], i: number): [Buffer] | undefined => {
  const halves = new Int32Array(2 * rows.length)
  for (let at = 0; at < rows.length; at++) {
    const cell = rows[at]?.[i]
    if (typeof cell !== 'number' || !Number.isSafeInteger(cell)) return undefined
    halves[2 * at] = cell | 0
    halves[2 * at + 1] = Math.floor(cell / 2 ** 32)
  }
  return [Buffer.from(halves.buffer)]
}
