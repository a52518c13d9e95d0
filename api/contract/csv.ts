/** CSV for spreadsheets: RFC 4180 quoting, and text that a spreadsheet would run as a formula made harmless. */

import type { StoredNumber } from './inbox.ts'

export type Cell = string | number

// Spaces and control characters before the sign do not protect: spreadsheets trim them. The last four are full-width forms.
const FORMULA = /^[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\0]/
// Where spreadsheets part cells at semicolons or tabs as well (LibreOffice asks, Excel goes by the country), what follows is a cell.
const LATER_FORMULA = /([;\t][^\S;\t]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/g
// One plus, then digits and spaces: as a formula that is a number or an error, and can name no cell, function or program.
const NUMBER = /^\+\d[\d ]{5,}$/

const cellText = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const whole = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return quoted(whole.replace(LATER_FORMULA, "$1'$2"))
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const PHONE = /^[+(]?\d[\d ()./-]*$/

/** E.164 where that is known, and in brackets what was typed where it says more, such as a second number. */
export const phoneCell = (typed: string, number: StoredNumber = null): Cell => {
  const isPlain = PHONE.test(typed.trim())
  const shown = isPlain ? grouped(typed.trim()) : typed
  if (!number || shown.replaceAll(' ', '') === number.e164) return shown
  const isAll = isPlain && number.e164.endsWith(typed.replace(/\D/g, '').slice(-7))
  return isAll ? grouped(number.e164) : `${grouped(number.e164)} (${typed})`
}

/** Digits and spaces after an optional plus. Spreadsheets read other signs as sums (+44-20 is 24), and drop the plus or a leading 0 of a plain number. */
const grouped = (number: string): string => {
  // The 0 in brackets is not dialled from abroad.
  const dialled = number.startsWith('+') ? number.replace('(0)', ' ') : number
  const groups = dialled.replace(/[^\d+]+/g, ' ').trim()
  return /\d{7}/.test(groups) && !groups.includes(' ') ? groups.replace(/(?=\d{6}$)/, ' ') : groups
}

/** 2026-03-01 09:30:00, which spreadsheets read as a time. */
export const localTime = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString('sv-SE', { timeZone })

export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`

/** For programs, and only for texts whose form is known: a spreadsheet would run a formula in it. */
export const plainCsvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

export const csv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map(csvRow).join('')

/** Makes spreadsheets read the file as UTF-8. */
export const CSV_MARK = '\ufeff'

export const csvFileName = (subject: string, day: Date): string =>
  `${subject}_${day.toISOString().slice(0, 10)}.csv`
