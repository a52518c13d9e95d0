import { type Arm, rate } from './sequence.ts'

export const count = (value: number): string => Math.round(value).toLocaleString('en-GB')
export const many = (value: number, noun: string): string =>
  `${count(value)} ${noun}${Math.round(value) === 1 ? '' : 's'}`

/** Writes a difference of rates as a number of visitors: 0.012 is "12 in every 1,000 visitors". */
export const people = (difference: number, word = ''): string => {
  const size = Math.abs(difference)
  const base = [100, 1000, 10_000, 100_000].find(base => size * base >= 9.5) ?? 1_000_000
  return `${count(size * base)}${word && ` ${word}`} in every ${count(base)} visitors`
}

/** Example: "about 12 days". Above 21 days, counts in weeks. Above 365 days, returns "more than a year". */
export function about(days: number, more = ''): string {
  if (days > 365) return 'more than a year'
  const [size, unit] = days <= 21 ? [Math.max(1, Math.ceil(days)), 'day'] : [Math.round(days / 7), 'week']
  return `about ${size} ${more && `${more} `}${unit}${size === 1 ? '' : 's'}`
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })
export const listed = (words: readonly string[]): string => LIST.format(words)

/** Rates in percent with one decimal, or with two decimals if two rates are close. */
export function percents(arms: readonly Arm[]): string[] {
  const sorted = arms.map(rate).toSorted((a, b) => a - b)
  const closest = Math.min(...sorted.slice(1).map((value, at) => Math.abs(value - (sorted[at] ?? 0))))
  const digits = closest < 0.002 ? 2 : 1
  return arms.map(arm =>
    rate(arm).toLocaleString('en-GB', { style: 'percent', maximumFractionDigits: digits }),
  )
}

/** Example: "A converts 10% of its visitors, B 12% and C 11%". */
export const rates = (arms: readonly (Arm & { label: string })[]): string => {
  const shown = percents(arms)
  return listed(
    arms.map(({ label }, at) =>
      at === 0 ? `${label} converts ${shown[at]} of its visitors` : `${label} ${shown[at]}`,
    ),
  )
}
