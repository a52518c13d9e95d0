import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { DAY_MS } from '@firsttouch/infra/platform/timing'
import { CsvError, parse } from 'csv-parse'
import { type ChosenColumns, type ImportAnswer, MOST_ROWS } from '../../contract/costs/spend.ts'
import { readDay } from './days.ts'
import { RESULTS, TOTALS } from './formats.ts'
import { type Columns, findColumns, LOOKED_FOR } from './headings.ts'
import { NONE, refused } from './problems.ts'
import { isWorkbook, type Row, rowsOfWorkbook, type SheetRow } from './sheets.ts'

/** A row with the original texts. `line` is the number of the row's last line in the file. */
export type RawRow = {
  line: number
  campaign: string
  day: string
  cost: string
  clicks: string
  currency: string
  /** Reason why the row is invalid, or empty. */
  wrong: string
}
export type LeftOut = Map<string, { rows: number; lines: number[] }>
type Sheet = NonNullable<ImportAnswer['sheet']>
export type Table = {
  columns: Columns
  semicolons: boolean
  rows: RawRow[]
  leftOut: LeftOut
  accounts: Set<string>
  sheet: Sheet
}

/** In order of preference. The comma may also separate decimals, so it is last. */
const DELIMITERS = ['\t', ';', ','] as const
/** In lines. Reports put a title, the account and the range above the headings. */
const HEADINGS_WITHIN = 50
const LONGEST_ROW = 100_000
const MOST_LINES = 5
const MOST_SHOWN = 5
/** Leaves room for rows of totals and notes, which do not count towards MOST_ROWS. */
const MOST_RECORDS = MOST_ROWS + 1_000
/** Maximum number of rows with the wrong number of cells. The parser is a hundred times slower for them. */
const MOST_UNEVEN = 10_000
const LINE_ENDS = ['\r\n', '\n', '\r']

/** Columns that staff chose for these headings, now or for an earlier file. */
export type ChosenFor = (headings: readonly string[]) => ChosenColumns | undefined
type Find = (cells: readonly string[]) => Columns | undefined
/** `above` has the rows above the headings, `rows` those below. */
type Found = { above: string[][]; columns: Columns; rows: AsyncIterable<Row>; delimiter: string }

/** Throws HttpError 400 for an unreadable file, 413 for one that is too large, and UnknownHeadings. */
export const readTable = async (file: Buffer, chosenFor: ChosenFor = () => undefined): Promise<Table> => {
  if (file.length === 0) throw refused(400, 'The file is empty.')
  const find: Find = cells =>
    findColumns(cells, chosenFor(cells.map(cell => cell.trim()))) ?? findColumns(cells)
  const { above, columns, rows, delimiter } = await (isWorkbook(file) ? findInSheets : findInText)(file, find)
  const table: Table = {
    ...{ columns, semicolons: delimiter === ';', rows: [], leftOut: new Map() },
    accounts: accountsIn(above),
    sheet: { headings: columns.headings, rows: [] },
  }
  let records = 0
  for await (const { cells, line } of rows) {
    records += 1
    if (records > MOST_RECORDS) throw tooMany()
    if (columns.byHand && table.sheet.rows.length < MOST_SHOWN) table.sheet.rows.push(cells)
    addRow(table, cells, line, delimiter)
  }
  leaveOutSums(table)
  return table
}

/** Account names from lines such as `Account: Roofs Ltd` (one or two cells). If there are none, account numbers. */
const accountsIn = (above: string[][]): Set<string> => {
  const said = above.map(cells => cells.slice(0, 2).join(':').split(/: */))
  const of = (heading: RegExp) =>
    said.flatMap(([name = '', value = '']) => (heading.test(name.trim()) && value.trim()) || [])
  const names = of(ACCOUNT)
  return new Set(names.length > 0 ? names : of(ACCOUNT_NUMBER))
}
const ACCOUNT = /^(?:account(?: name)?|konto(?:name)?|compte|cuenta|conta)$/i
const ACCOUNT_NUMBER = /^(?:account (?:id|number)|customer id)$/i

/** Uses the first sheet with known headings. If there is no such sheet, staff see the first sheet with rows. */
const findInSheets = async (file: Buffer, find: Find): Promise<Found> => {
  const rows = rowsOfWorkbook(file)
  const starts: string[][][] = []
  for (let row = await rows.next(); row.value; row = await rows.next()) {
    const { sheet, cells } = row.value
    starts[sheet] ??= []
    const above = starts[sheet]
    if (above.length === HEADINGS_WITHIN) continue
    const columns = find(cells)
    if (columns) return { columns, above, rows: restOf(rows, sheet), delimiter: '' }
    above.push(cells)
  }
  const first = starts.find(Boolean) ?? []
  throw new UnknownHeadings(first.slice(first.indexOf(widest(first))))
}

async function* restOf(rows: AsyncGenerator<SheetRow>, sheet: number): AsyncGenerator<Row> {
  for await (const row of rows) {
    if (row.sheet !== sheet) return
    yield row
  }
}

const widest = (lines: string[][]): string[] =>
  lines.toSorted((a, b) => b.filter(Boolean).length - a.filter(Boolean).length)[0] ?? []

/** Cuts off the lines above the headings, because rows longer or shorter than the first row slow down the parser. */
const findInText = async (file: Buffer, find: Find): Promise<Found> => {
  const parts = decodeStart(file).split(/(\r\n|\r|\n)/, HEADINGS_WITHIN * 2)
  const lines = parts.filter((_, index) => index % 2 === 0)
  const tables = DELIMITERS.map(delimiter => ({
    delimiter,
    cells: lines.map(line => cellsOf(line, delimiter)),
  }))
  const known = tables.find(({ cells }) => cells.some(find))
  const width = ({ cells }: { cells: string[][] }) => cells.flat().length
  const [widestTable] = tables.toSorted((a, b) => width(b) - width(a))
  const { delimiter, cells } = known ?? widestTable ?? { delimiter: ',', cells: [] }
  const above = known ? cells.findIndex(find) : cells.indexOf(widest(cells))
  const rows = rowsOfText(file, delimiter, above, parts.slice(0, above * 2).join('').length)
  /** Staff see these rows if no headings are known. The first row holds the likeliest headings. */
  const start: string[][] = []
  // `cellsOf` does not handle quotation marks correctly, so the parser reads the headings again.
  while (start.length <= (known ? 0 : MOST_SHOWN)) {
    const { value } = await rows.next()
    if (!value) break
    start.push(value.cells)
  }
  const columns = find(start[0] ?? [])
  if (columns) return { above: cells.slice(0, above), columns, rows, delimiter }
  await rows.return(undefined)
  throw new UnknownHeadings(start)
}

/** Approximate split, good enough to find the headings. */
const cellsOf = (line: string, delimiter: string): string[] =>
  line
    .split('"')
    .map((part, at) => (at % 2 === 0 ? part : part.replaceAll(delimiter, '\0')))
    .join('')
    .split(delimiter)
    .map(cell => cell.replaceAll('\0', delimiter))

/** `above` is the number of lines above the headings. `at` is the number of characters in these lines. */
async function* rowsOfText(
  file: Buffer,
  delimiter: string,
  above: number,
  at: number,
): AsyncGenerator<Row, undefined> {
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
    // Stores the line for the error message, because the parser is ahead of the loop below.
    on_record: (record, { lines }) => {
      ended = lines
      return record
    },
  })
  try {
    // If the source or the parser fails, the loop below throws the error.
    pipeline(Readable.from(shortLines(decode(file, at))), parser, () => undefined)
    for await (const { record, info } of parser) {
      if (info.invalid_field_length > MOST_UNEVEN)
        throw refused(
          400,
          `More than ${MOST_UNEVEN} rows do not have the same number of cells as the row of headings. Export the report again, as CSV.`,
          'has rows whose length differs from the headings',
        )
      yield { cells: record, line: above + info.lines }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error.code, above + ended + 1) : error
  }
}

/** `sheet` lets staff choose the columns. null if the file has no columns. */
export class UnknownHeadings extends HttpError {
  readonly sheet: Sheet | null
  constructor([headings = [], ...rows]: string[][]) {
    const line = headings.join(', ').trim()
    super(
      400,
      `No row of headings was found in the first ${HEADINGS_WITHIN} lines. Looked for, in English or in seven other languages: ${LOOKED_FOR.map(
        ([what, names]) => `${what} (${names})`,
      ).join(
        ', ',
      )}.${line === '' ? '' : ` The likeliest row says: ${line.slice(0, 200)}.`} Nothing was stored.`,
      [{ path: 'file', message: 'has unknown headings: choose the columns' }],
    )
    const isTable = headings.filter(cell => cell.trim() !== '').length >= LOOKED_FOR.length
    this.sheet = isTable
      ? { headings: headings.map(cell => cell.trim()), rows: rows.slice(0, MOST_SHOWN) }
      : null
  }
}

/** Throws at a line of more than `LONGEST_ROW` characters. The parser's own limit does not count empty cells. */
async function* shortLines(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let open = 0
  for await (const piece of pieces) {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
    open = end < 0 ? open + piece.length : piece.length - end - 1
    if (open > LONGEST_ROW)
      throw refused(
        400,
        `The file has a line of more than ${LONGEST_ROW} characters: export the report again, as CSV.`,
        'has a line that is too long',
      )
    yield piece
  }
}

/** `line` is the first line of the row. After an unclosed quotation mark, the parser reports a much later line. */
const unreadable = (code: CsvError['code'], line: number): HttpError => {
  const what =
    code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED'
      ? 'a quotation mark is opened and not closed'
      : 'the file is not CSV'
  return new HttpError(
    400,
    `Line ${line} cannot be read: ${what}. Correct the line or export the report again. Nothing was stored.`,
    [{ path: `line ${line}`, message: what }],
  )
}

const SUMS = 'a row of totals'
const TOTAL = TOTALS.map(word => word.toLowerCase())
const RESULT = RESULTS.map(word => word.toLowerCase())
/** Total rows such as "Total: account" or "Results from 2 campaigns". */
const SUM_OF = /^(?:([^:]*):.*|(\S+)\s\S+\s\d+\s\S+)$/s

const addRow = (table: Table, record: string[], line: number, delimiter: string) => {
  const { rows, leftOut, columns } = table
  const filled = record.filter(cell => cell.trim() !== '')
  const [first = ''] = filled
  const cell = (at: number | undefined) => (at === undefined ? '' : (record[at] ?? '').trim())
  const [campaign, day, cost] = [cell(columns.campaign), cell(columns.day), cell(columns.cost)]
  if (filled.length === 0) return
  if (isTotal(first.trim(), campaign, day)) return leaveOut(leftOut, SUMS, line)
  if (filled.length === 1) return leaveOut(leftOut, 'a note, not a row of the table', line)
  if (NONE.test(cost)) return leaveOut(leftOut, 'no cost in the row', line)
  if (rows.length === MOST_ROWS) throw tooMany()
  const ends = cell(columns.ends)
  const account = cell(columns.account)
  if (account !== '' && table.accounts.size <= 1) table.accounts.add(account)
  rows.push({
    line,
    campaign,
    day: ends === '' || isOneDay(day, ends) ? day : `${day} to ${ends}`,
    cost,
    clicks: cell(columns.clicks),
    currency: cell(columns.currency),
    wrong: wrongWith(record, columns, delimiter),
  })
}

/** Some reports end a day at its last second, others at the following midnight. */
const isOneDay = (starts: string, ends: string): boolean => {
  const [first, last] = [starts, ends].map(text => text.split(CLOCK, 1)[0])
  if (first === last) return true
  const [from, to] = [first, last].map(text => Date.parse(readDay(text ?? '', 'day-first') ?? ''))
  return MIDNIGHT.test(ends) && Number(to) - Number(from) === DAY_MS
}
const CLOCK = /[ T]\d{1,2}:/
const MIDNIGHT = /[ T]0?0:00/

const wrongWith = (record: string[], columns: Columns, delimiter: string): string => {
  if (record.some((cell, at) => at >= columns.headings.length && cell.trim() !== ''))
    return 'has more cells than there are headings: an amount such as 1,234.56 must be in quotation marks'
  const { campaign, day, cost, clicks, currency } = columns
  const needed = [campaign, day, cost, clicks, currency]
  return record.some((cell, at) => LINE_END.test(cell) && (needed.includes(at) || holdsRow(cell, delimiter)))
    ? 'has a line break within a cell. A missing quotation mark would lose rows'
    : ''
}
const LINE_END = /[\r\n]/

/** Detects rows that an unclosed quotation mark turned into text. Other multi-line texts are allowed. */
const holdsRow = (cell: string, delimiter: string): boolean =>
  cell.split(LINE_END).some(line => {
    const parts = line.split(delimiter)
    return parts.length > 1 && parts.some(part => readDay(part, 'day-first') !== undefined)
  })

/** A campaign may be named "Total Plumbing". A total row lacks a day, has a colon, no other text, or counts results. */
const isTotal = (first: string, campaign: string, day: string): boolean =>
  isSum(first) ||
  isSum(campaign) ||
  TOTAL.includes(campaign.toLowerCase()) ||
  (!/\d/.test(day) && TOTAL.some(total => `${first} `.toLowerCase().startsWith(`${total} `)))

const isSum = (text: string): boolean => {
  const [, total = '', results = ''] = SUM_OF.exec(text.toLowerCase()) ?? []
  return TOTAL.includes(total.trim()) || RESULT.includes(results)
}

/** If at least half of the rows have a campaign and a day, leaves out the other rows as totals. */
const leaveOutSums = (table: Table): void => {
  const isWhole = ({ campaign, day }: RawRow) => !NONE.test(campaign) && !NONE.test(day)
  const whole = table.rows.filter(isWhole)
  if (whole.length * 2 < table.rows.length) return
  for (const row of table.rows) if (!isWhole(row)) leaveOut(table.leftOut, SUMS, row.line)
  table.rows = whole
}

export const leaveOut = (leftOut: LeftOut, reason: string, line: number): void => {
  const found = leftOut.get(reason) ?? { rows: 0, lines: [] }
  found.rows += 1
  if (found.lines.length < MOST_LINES) found.lines.push(line)
  leftOut.set(reason, found)
}

const tooMany = () =>
  refused(
    413,
    `The file has too many rows: the maximum is ${MOST_ROWS}. Export fewer days, or campaigns without their ad groups.`,
  )

const CHUNK = 64 * 1024
/** In characters. Many empty rows in a larger piece would block the event loop. */
const PIECE = 1024
const LOOK_AT = 1_024

const encodingOf = (file: Buffer): string => {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Latin text in UTF-16 has a zero in every second byte.
  const zeros = file
    .subarray(0, LOOK_AT)
    .reduce((sum, byte, at) => sum + (byte === 0 ? (at % 2) * 2 - 1 : 0), 0)
  if (Math.abs(zeros) > Math.min(file.length, LOOK_AT) / 4) return zeros > 0 ? 'utf-16le' : 'utf-16be'
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

/** Yields to the event loop after each piece. Skips the first `from` characters. */
export async function* decode(file: Buffer, from = 0): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(file))
  for (let at = 0; at < file.length; at += CHUNK) {
    const text = decoder.decode(file.subarray(at, at + CHUNK), { stream: true })
    for (let start = at === 0 ? from : 0; start < text.length; start += PIECE) {
      yield text.slice(start, start + PIECE)
      await turn()
    }
  }
  yield decoder.decode()
}

export const decodeStart = (file: Buffer): string =>
  new TextDecoder(encodingOf(file)).decode(file.subarray(0, CHUNK), { stream: true })
