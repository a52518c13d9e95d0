import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { refused } from './problems.ts'

export type Row = { cells: string[]; line: number }
export type SheetRow = Row & { sheet: number }

const MOST_MIB = 64
const MOST_HEAP_MB = 512
const ZIP = Buffer.from('PK\x03\x04', 'latin1')
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
/** File signature of .xls files and of workbooks with a password. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const END_BYTES = 22
const ENTRY_BYTES = 46
const DEFLATED = 8
const EMPTY_DEFLATED = 2

const startsWith = (file: Buffer, start: Buffer): boolean => file.subarray(0, start.length).equals(start)

export const isWorkbook = (file: Buffer): boolean => {
  if (startsWith(file, OLE))
    throw unreadable('is an old Excel file (.xls) or has a password: save it as .xlsx without one, or as CSV')
  return startsWith(file, ZIP)
}

/** Yields the rows of all sheets. Throws HttpError 400 or 413. */
export async function* rowsOfWorkbook(file: Buffer): AsyncGenerator<SheetRow, undefined> {
  refuseBomb(file)
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    ...{ workerData: file, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } },
  })
  let isRead = false
  try {
    for await (const [rows] of on(worker, 'message', { close: ['exit'] })) {
      isRead = true
      yield* rows
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw error
    throw tooLarge()
  } finally {
    await worker.terminate()
  }
  if (!isRead) throw unreadable('is no Excel workbook (.xlsx): unpack an archive first, or export as CSV')
}

/** Rejects zip bombs by their declared size, which the library never exceeds. Also rejects ZIP64 files. */
const refuseBomb = (file: Buffer): void => {
  const end = file.lastIndexOf(ZIP_END, -END_BYTES)
  if (end < 0) return
  const entries = file.readUInt16LE(end + 10)
  const isLong = [entries === 0xffff, ...[12, 16].map(at => file.readUInt32LE(end + at) === 0xffffffff)]
  let unpacked = isLong.includes(true) ? Number.POSITIVE_INFINITY : 0
  let at = file.readUInt32LE(end + 16)
  for (let left = entries; left > 0 && at + ENTRY_BYTES <= file.length; left -= 1) {
    const [packed, whole] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const isUnsaid = whole === 0 && file.readUInt16LE(at + 10) === DEFLATED && packed !== EMPTY_DEFLATED
    unpacked += isUnsaid ? Number.POSITIVE_INFINITY : whole
    at += ENTRY_BYTES + [28, 30, 32].reduce((sum, field) => sum + file.readUInt16LE(at + field), 0)
  }
  if (unpacked > MOST_MIB * 1024 * 1024) throw tooLarge()
}

const tooLarge = () =>
  refused(
    413,
    `The workbook is larger than ${MOST_MIB} MiB when unpacked, or does not state its size. Export fewer days, or export as CSV.`,
    'is too large unpacked',
  )

const unreadable = (what: string) => refused(400, `The file ${what}.`, what)
