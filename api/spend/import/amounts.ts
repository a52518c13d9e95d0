/** Parses amounts. All cells of the column together determine whether a comma separates decimals or thousands. */

export type Style = 'point' | 'comma'

const POINT = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/
const COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/

const fits = (style: Style, text: string): boolean => (style === 'point' ? POINT : COMMA).test(text)

/** `open` means that the digits fit both styles, such as `1,234`. */
export const styleOf = (digits: string): Style | 'open' | undefined => {
  const [point, comma] = [fits('point', digits), fits('comma', digits)]
  if (point && comma) return /[.,]/.test(digits) ? 'open' : undefined
  return point ? 'point' : comma ? 'comma' : undefined
}

const SPACES = /[\s\p{Cf}'\u2019]+/gu
const MINUS = /[\u2212\u2012\u2013]/g
/** Sign, mark, sign, digits, mark. A mark is a currency sign, or a code such as GBP or A$. */
const MARK = /^(-?)([^\d.,()-]*)(-?)([\d.,]+)([^\d.,()-]*)$/
/** Accountants write negative amounts in brackets: `(1.00)`, `£(1.00)`. */
const BRACKETS = /^([^\d.,()-]*)\(([^()-]+)\)([^\d.,()-]*)$/

export type Amount = { sign: '' | '-'; digits: string; mark: string }

/** Returns undefined for a cell that is not an amount, such as a word or a formula. */
export const amountOf = (cell: string): Amount | undefined => {
  const text = cell.replace(SPACES, '').replace(MINUS, '-').replace(BRACKETS, '-$1$2$3')
  const [, first = '', before = '', second = '', digits, after = ''] = MARK.exec(text) ?? []
  if (digits === undefined || first + second === '--') return undefined
  return { sign: first + second === '-' ? '-' : '', digits, mark: before + after }
}

export const MICROS = 1_000_000

export const MOST_MICROS = 999_999_999.99 * MICROS

/** The amount in millionths, to avoid rounding errors. undefined if the digits do not fit the style. */
export const microsOf = (digits: string, style: Style): number | undefined => {
  if (!fits(style, digits)) return undefined
  const plain = style === 'point' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
  const [whole = '', decimals = ''] = plain.split('.')
  return Number(whole) * MICROS + Number(decimals.slice(0, 6).padEnd(6, '0'))
}

const PER_CENT = MICROS / 100

/** Decimal text with two decimals. Half a hundredth rounds away from zero. */
export const decimalOf = (micros: number): string => {
  const hundredths = Math.floor((Math.abs(micros) + PER_CENT / 2) / PER_CENT)
  return `${micros < 0 && hundredths > 0 ? '-' : ''}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/** Parses whole numbers. Some spreadsheets write `12.0`. */
export const wholeOf = (cell: string): number | undefined => {
  const text = cell.replace(SPACES, '').replace(/[.,]0{1,2}$/, '')
  return /^\d{1,3}(?:[.,]\d{3})*$|^\d+$/.test(text) ? Number(text.replace(/[.,]/g, '')) : undefined
}
