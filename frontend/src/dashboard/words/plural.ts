/** Uses the browser's plural rules. */
const rules = new Intl.PluralRules('en-GB')

export const plural = (value: number, one: string, others: string): string =>
  rules.select(value) === 'one' ? one : others

/** The singular of a plural noun: "entries" gives "entry". */
export const singular = (noun: string): string =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
