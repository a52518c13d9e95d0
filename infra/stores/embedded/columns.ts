/**
 * Rows of texts and whole numbers go into the embedded engine as columns in this process's memory (Arrow), which it reads as they
 * are: rows as JSON cost it several times the work of storing them.
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

let registered = 0

/** The client, whose inserts of rows as arrays take this way where it can be taken. */
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
  if (rows.length === 0) return undefined
  const columns = names.map((name, i) =>
    columnOf(
      name,
      rows.map(row => row[i]),
    ),
  )
  return columns.every(column => column !== undefined) ? columns : undefined
}

const columnOf = (name: string, cells: unknown[]): Column | undefined => {
  const column = { name, length: cells.length, nullCount: 0 } as const
  if (cells.every(cell => typeof cell === 'string')) {
    const buffers = textsIn(cells)
    return buffers && { ...column, format: 'u', buffers: [null, ...buffers] }
  }
  if (!cells.every(isWhole)) return undefined
  return { ...column, format: 'l', buffers: [null, numbersIn(cells)] }
}

/** Where each text begins, and all of them. None for texts with halves of surrogate pairs, which would meet. */
export const textsIn = (cells: string[]): [Buffer, Buffer] | undefined => {
  const text = cells.join('')
  const bytes = Buffer.from(text)
  const isAscii = bytes.length === text.length
  const offsets = new Int32Array(cells.length + 1)
  let end = 0
  cells.forEach((cell, i) => {
    end += isAscii ? cell.length : Buffer.byteLength(cell)
    offsets[i + 1] = end
  })
  return end === bytes.length ? [Buffer.from(offsets.buffer), bytes] : undefined
}

const isWhole = (cell: unknown): cell is number => Number.isSafeInteger(cell)

/** 64 bits each, the lower half first. */
const numbersIn = (cells: number[]): Buffer => {
  const halves = new Int32Array(2 * cells.length)
  cells.forEach((cell, i) => {
    halves[2 * i] = cell | 0
    halves[2 * i + 1] = Math.floor(cell / 2 ** 32)
  })
  return Buffer.from(halves.buffer)
}
