/** The rows of a report: what stands above its table and under it is no row, and totals are none either. */
import { Readable } from 'node:stream'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { CsvError, parse } from 'csv-parse'
import { MOST_ROWS } from '../../contract/costs/spend.ts'
import { decode, decodeStart } from './decode.ts'
import { type Columns, findColumns, LOOKED_FOR } from './headings.ts'

/** As it stands in the file; `line` is where it ends. */
export type RawRow = {
  line: number
  campaign: string
  day: string
  cost: string
  clicks: string
  currency: string
}
export type LeftOut = Map<string, { rows: number; lines: number[] }>
export type Table = { columns: Columns; semicolons: boolean; rows: RawRow[]; leftOut: LeftOut }

const DELIMITERS = [',', '\t', ';'] as const
/** Titles, account and range stand above the headings. */
const HEADINGS_WITHIN = 50
const LONGEST_ROW = 100_000
const MOST_LINES = 5

/** Throws a HttpError (400, 413) for what is no report of ours. */
export const readTable = async (file: Buffer): Promise<Table> => {
  if (file.length === 0) throw new HttpError(400, 'The file is empty. Nothing was stored.')
  const delimiter = delimiterOf(decodeStart(file))
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  })
  const table: Omit<Table, 'columns'> = { semicolons: delimiter === ';', rows: [], leftOut: new Map() }
  let columns: Columns | undefined
  try {
    for await (const { record, info } of Readable.from(decode(file)).pipe(parser)) {
      if (columns) addRow(table, columns, record, info.lines)
      else columns = findColumns(record)
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error
  }
  if (!columns) throw noHeadings('')
  return { ...table, columns }
}

const delimiterOf = (start: string): string => {
  const lines = start.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, HEADINGS_WITHIN)
  for (const delimiter of DELIMITERS)
    if (lines.some(line => findColumns(cellsOf(line, delimiter)))) return delimiter
  const width = (line: string) => Math.max(...DELIMITERS.map(delimiter => cellsOf(line, delimiter).length))
  throw noHeadings(lines.toSorted((a, b) => width(b) - width(a))[0] ?? '')
}

/** Good enough for headings. */
const cellsOf = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map(cell => cell.replaceAll('"', ''))

const noHeadings = (line: string): HttpError =>
  new HttpError(
    400,
    `No row of headings was found in the first ${HEADINGS_WITHIN} lines. Looked for, in English: ${LOOKED_FOR.map(
      ([what, names]) => `${what} (${names})`,
    ).join(
      ', ',
    )}.${line.trim() === '' ? '' : ` The likeliest row says: ${line.trim().slice(0, 200)}`} Nothing was stored.`,
    [{ path: 'file', message: 'has no headings that are known' }],
  )

const unreadable = ({ code, lines }: CsvError & { lines?: number }): HttpError => {
  const line = lines ?? 1
  const what =
    code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is opened and not closed'
      : 'the file is not CSV'
  return new HttpError(400, `Line ${line} cannot be read: ${what}. Nothing was stored.`, [
    { path: `line ${line}`, message: what },
  ])
}

const NONE = /^(?:-{1,2})?$/
const TOTAL = /^(?:grand |overall )?total\b/i

const addRow = (
  { rows, leftOut }: Omit<Table, 'columns'>,
  columns: Columns,
  record: string[],
  line: number,
) => {
  const filled = record.filter(cell => cell.trim() !== '')
  const [first = ''] = filled
  const cell = (at: number | undefined) => (at === undefined ? '' : (record[at] ?? '').trim())
  const [campaign, day, cost] = [cell(columns.campaign), cell(columns.day), cell(columns.cost)]
  if (filled.length === 0) return
  if (isTotal(first.trim(), campaign, day)) return leaveOut(leftOut, 'a row of totals', line)
  if (filled.length === 1) return leaveOut(leftOut, 'a note, not a row of the table', line)
  if (NONE.test(cost)) return leaveOut(leftOut, 'no cost in the row', line)
  if (rows.length === MOST_ROWS) throw tooMany()
  const ends = cell(columns.ends)
  const whole =
    ends !== '' && ends !== day && !/^day$/i.test(columns.headings[columns.day] ?? '')
      ? `${day} to ${ends}`
      : day
  rows.push({
    line,
    campaign,
    day: whole,
    cost,
    clicks: cell(columns.clicks),
    currency: cell(columns.currency),
  })
}

/** A campaign may be called Total Plumbing; a row of totals has no day, or says so with a colon. */
const isTotal = (first: string, campaign: string, day: string): boolean =>
  /^total:/i.test(campaign) ||
  /^total:/i.test(first) ||
  (!/\d/.test(day) && (TOTAL.test(first) || NONE.test(campaign)))

export const leaveOut = (leftOut: LeftOut, reason: string, line: number): void => {
  const found = leftOut.get(reason) ?? { rows: 0, lines: [] }
  found.rows += 1
  if (found.lines.length < MOST_LINES) found.lines.push(line)
  leftOut.set(reason, found)
}

const tooMany = (): HttpError =>
  new HttpError(
    413,
    `The file has more than ${MOST_ROWS} rows, which are the most that are read at a time. Export fewer days, or campaigns without their ad groups. Nothing was stored.`,
  )
