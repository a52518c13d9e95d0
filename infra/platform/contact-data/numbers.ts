/** Finds telephone numbers in a plain text. Takes linear time, because each search ends at the longest number. */

type Place = { from: number; to: number }

const NOT_BEFORE_COUNTRY = /[\w.]/
const NOT_BEFORE_AREA = /[\w./-]/
/** Separators between groups of digits. Forms encode a space as +. */
const BETWEEN = /^[\s().+_-]{0,3}$/
/** Matches (212) 555-0123. The brackets are required, because advertising accounts have numbers like 212-555-0123. */
const NORTH_AMERICAN = /\([2-9]\d\d\)[ -]?\d\d\d[ .-]\d\d\d\d/y

/** The beginning of a UUID. If it has only digits, it looks like a telephone number. */
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-/iy

type Start = { from: number; least: number; most: number }

export const numbersIn = (text: string): Place[] => {
  const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({ digits, index }))
  const found: Place[] = []
  for (let i = 0; i < groups.length; i++) {
    const start = startAt(text, groups, i)
    const last = start && lastGroup(text, groups, i, start)
    if (start === undefined || last === undefined) continue
    const { digits = '', index = 0 } = groups[last] ?? {}
    found.push({ from: start.from, to: index + digits.length })
    i = last
  }
  return found
}

type Group = { digits: string; index: number }

/** Start and possible digit counts of a number whose first group is `i`. undefined if no number starts there. */
const startAt = (text: string, groups: Group[], i: number): Start | undefined => {
  const { digits = '', index = 0 } = groups[i] ?? {}
  const before = text.charAt(index - 1)
  const from = index - 1
  if (before === '+' && digits[0] !== '0')
    return NOT_BEFORE_COUNTRY.test(text.charAt(from - 1)) ? undefined : { from, least: 8, most: 14 }
  if (before === '(' && isAt(NORTH_AMERICAN, text, from)) return { from, least: 10, most: 10 }
  if (digits[0] !== '0' || digits.length < 2 || isDate(groups.slice(i, i + 3))) return undefined
  if (isAt(UUID, text, index)) return undefined
  if (digits[1] === '0')
    return digits[2] === undefined || digits[2] === '0' || /[\w.-]/.test(before)
      ? undefined
      : { from: index, least: 10, most: 16 }
  if (NOT_BEFORE_AREA.test(before)) return undefined
  const bracket = before === '(' && !NOT_BEFORE_AREA.test(text.charAt(from - 1))
  return { from: bracket ? from : index, least: 10, most: 11 }
}

const isAt = (expression: RegExp, text: string, at: number): boolean => {
  expression.lastIndex = at
  return expression.test(text)
}

/** Campaign names contain dates, which are no telephone numbers. */
const isDate = (groups: Group[]): boolean => groups.map(({ digits }) => digits.length).join() === '2,2,4'

/** Last group of the longest number that starts with group `i`. */
const lastGroup = (text: string, groups: Group[], i: number, { least, most }: Start): number | undefined => {
  let count = 0
  let last: number | undefined
  let end = groups[i]?.index ?? 0
  for (let j = i; j < groups.length; j++) {
    const { digits = '', index = 0 } = groups[j] ?? {}
    if (index - end > 3 || !BETWEEN.test(text.slice(end, index))) break
    count += digits.length
    if (count > most) break
    end = index + digits.length
    if (count >= least && !/\w/.test(text.charAt(end))) last = j
  }
  return last
}
