/** Runs in a worker thread, because the library is partly synchronous and a crafted file may need much memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { HucreError, streamXlsxRows } from 'hucre'
import type { SheetRow } from './sheets.ts'

const MOST_SHEETS = 20
const MOST_COLUMNS = 256
const ROWS_AT_ONCE = 500

/** Writes fractions with a point and six decimals, so that no separator is ambiguous. */
const textOf = (value: unknown): string => {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, '')
  if (typeof value !== 'number') return String(value ?? '').replace(/[\r\n]+/g, ' ')
  return Number.isInteger(value) ? String(value) : value.toFixed(6)
}

const sendSheet = async (file: Uint8Array, sheet: number): Promise<void> => {
  let rows: SheetRow[] = []
  const send = () => {
    parentPort?.postMessage(rows)
    rows = []
  }
  for await (const { index, values } of streamXlsxRows(file, { sheet })) {
    rows.push({ sheet, line: index + 1, cells: values.slice(0, MOST_COLUMNS).map(textOf) })
    if (rows.length === ROWS_AT_ONCE) send()
  }
  send()
}

try {
  for (let sheet = 0; sheet < MOST_SHEETS; sheet += 1) await sendSheet(workerData, sheet)
} catch (error) {
  // The library cannot count sheets. It throws HucreError for the first sheet that does not exist.
  if (!(error instanceof HucreError)) throw error
}
