/** The rows of a report: what stands above its table and under it is no row, and totals are none either. */
import { pipeline, Readable } from 'node:stream'
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
  /** Of the advertiser there; only where the file has a column of it. */
  account?: string | undefined
  /** Why the row cannot be what it looks like; '' for most. */
  wrong: string
}
export type LeftOut = Map<string, { rows: number; lines: number[] }>
export type Table = { columns: Columns; semicolons: boolean; rows: RawRow[]; leftOut: LeftOut }

const DELIMITERS = [',', '\t', ';'] as const
/** Titles, account and range stand above the headings. */
const HEADINGS_WITHIN = 50
const LONGEST_ROW = 100_000
const MOST_LINES = 5
/** Rows of totals and notes, which are few. */
const MOST_RECORDS = MOST_ROWS + 1_000
/** The parser takes a hundred times as long for each of them. */
const MOST_UNEVEN = 10_000
const LINE_ENDS = ['\r\n', '\n', '\r']

/** Throws a HttpError (400, 413) for what is no report of ours. */
export const readTable = async (file: Buffer): Promise<Table> => {
  if (file.length === 0) throw new HttpError(400, 'The file is empty. Nothing was stored.')
  const { delimiter, above, at } = headingsIn(decodeStart(file))
  let ended = 0
  const parser = parse({
    delimiter,
    record_delimiter: LINE_ENDS,
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
    // Not where the loop below is: the parser is ahead of it.
    on_record: (record, { lines }) => {
      ended = lines
      return record
    },
  })
  const table: Omit<Table, 'columns'> = { semicolons: delimiter === ';', rows: [], leftOut: new Map() }
  let columns: Columns | undefined
  try {
    // What either of the two throws ends the loop.
    pipeline(Readable.from(shortLines(decode(file, at))), parser, () => undefined)
    for await (const { record, info } of parser) {
      if (info.records > MOST_RECORDS) throw tooMany()
      if (info.invalid_field_length > MOST_UNEVEN) throw uneven()
      if (columns) addRow(table, columns, record, above + info.lines)
      else columns = findColumns(record)
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error.code, above + ended + 1) : error
  }
  if (!columns) throw noHeadings('')
  return { ...table, columns }
}

/**
 * What stands above the headings is cut off: the parser makes an error, slowly, of each row that is not as long as the first.
 * `above`: how many lines; `at`: how many characters.
 */
const headingsIn = (start: string): { delimiter: string; above: number; at: number } => {
  const parts = start.split(/(\r\n|\r|\n)/, HEADINGS_WITHIN * 2)
  const lines = parts.filter((_, index) => index % 2 === 0)
  for (const delimiter of DELIMITERS) {
    const above = lines.findIndex(line => findColumns(cellsOf(line, delimiter)))
    if (above >= 0) return { delimiter, above, at: parts.slice(0, above * 2).join('').length }
  }
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

/** The parser has no limit to the cells of a row, as long as they are empty. */
async function* shortLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let open = 0
  for await (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
    open = end < 0 ? open + piece.length : piece.length - end - 1
    if (open > LONGEST_ROW) throw tooLong()
    yield piece
  }
}

const tooLong = (): HttpError =>
  new HttpError(
    400,
    `The file has a line of more than ${LONGEST_ROW} characters: export the report anew, as CSV. Nothing was stored.`,
    [{ path: 'file', message: 'has a line that is too long' }],
  )

const uneven = (): HttpError =>
  new HttpError(
    400,
    `More than ${MOST_UNEVEN} rows have more or fewer cells than the row of headings: export the report anew, as CSV. Nothing was stored.`,
    [{ path: 'file', message: 'has rows that are not as long as its headings' }],
  )

/** `line`: where the row begins. The parser names the last one of those that a quotation mark swallows. */
const unreadable = (code: CsvError['code'], line: number): HttpError => {
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
    account: columns.account === undefined ? undefined : cell(columns.account),
    wrong: wrongWith(record, columns),
  })
}

const wrongWith = (record: string[], { headings }: Columns): string => {
  if (record.some((cell, at) => at >= headings.length && cell.trim() !== ''))
    return 'has more cells than there are headings: an amount such as 1,234.56 has to stand in quotation marks'
  return record.some(cell => cell.includes('\n') || cell.includes('\r'))
    ? 'has a line break within a cell: where a quotation mark is missing, rows are lost'
    : ''
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
