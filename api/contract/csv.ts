/** CSV for spreadsheets: RFC 4180 quoting, and protection against formula injection. */

import type { StoredNumber } from './inbox.ts'

export type Cell = string | number

// Matches a cell that a spreadsheet would run as a formula. Full-width signs also start a formula.
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\0]/
// LibreOffice and Excel may also split cells at semicolons or tabs, so each part must be harmless.
const LATER_FORMULA = /([;\t][^\S;\t]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g
// A plus sign with digits and spaces is harmless, because its formula yields only a number or an error.
const NUMBER = /^\+\d[\d ]{5,}$/

const cellText = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const whole = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return quoted(whole.replace(LATER_FORMULA, "$1'$2"))
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const PHONE = /^[+(]?\d[\d ()./-]*$/

/** Shows the E.164 number if known. The typed text follows in brackets if it contains more than the number. */
export const phoneCell = (typed: string, number: StoredNumber = null): Cell => {
  const isPlain = PHONE.test(typed.trim())
  const shown = isPlain ? grouped(typed.trim()) : typed
  if (!number || shown.replaceAll(' ', '') === number.e164) return shown
  const isAll = isPlain && number.e164.endsWith(typed.replace(/\D/g, '').slice(-7))
  return isAll ? grouped(number.e164) : `${grouped(number.e164)} (${typed})`
}

/** Adds spaces. Without them, spreadsheets compute +44-20 as 24, and read +4420 and 020 as 4420 and 20. */
const grouped = (number: string): string => {
  // Callers from abroad do not dial the 0 in brackets.
  const dialled = number.startsWith('+') ? number.replace('(0)', ' ') : number
  const groups = dialled.replace(/[^\d+]+/g, ' ').trim()
  return /\d{7}/.test(groups) && !groups.includes(' ') ? groups.replace(/(?=\d{6}$)/, ' ') : groups
}

export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** Has no formula protection. Use it only for files that programs read, and with texts of a known form. */
export const plainCsvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

export const csv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map(csvRow).join('')

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const CSV_MARK = '\ufeff'

export const csvFileName = (subject: string, day: Date): string =>
  `${subject}_${day.toISOString().slice(0, 10)}.csv`
