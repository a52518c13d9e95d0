/** The defined campaign value that a mistyped one probably means. */
import { campaignValue } from '../contract/campaign-link.ts'

type Likeness = 'spelling' | 'typo'

/** More slips than this in so short a word are another word. */
const slipsAllowed = (length: number): number => (length < 5 ? 1 : 2)

/** Only letters and digits count: `Spring-Sale`, `spring sale` and `spring_sale` are one. */
const bare = (value: string): string =>
  campaignValue(value.replace(/[^\p{L}\p{N}]+/gu, '')).replaceAll('_', '')

export const openNearest = <T>(defined: readonly T[], wordOf: (one: T) => string) => {
  const words = defined
    .map(one => ({ one, word: bare(wordOf(one)) }))
    .filter(({ word }) => word !== '')
    .map(({ one, word }) => ({ one, word, letters: lettersOf(word) }))
  const byWord = new Map(words.toReversed().map(({ one, word }) => [word, one]))
  return (value: string): { found: T; likeness: Likeness } | null => {
    const sought = bare(value)
    if (sought === '') return null
    const same = byWord.get(sought)
    if (same !== undefined) return { found: same, likeness: 'spelling' }
    const soughtLetters = lettersOf(sought)
    let best: { found: T; slips: number } | null = null
    for (const { one, word, letters } of words) {
      const allowed = best ? best.slips - 1 : slipsAllowed(sought.length)
      if (Math.abs(word.length - sought.length) > allowed) continue
      // A slip takes away one letter of a word's set and adds one, at most: most words are told apart by that alone.
      if (bitsIn(letters ^ soughtLetters) > 2 * allowed) continue
      const slips = slipsBetween(sought, word, allowed)
      if (slips <= allowed) best = { found: one, slips }
      if (best?.slips === 1) break
    }
    return best && { found: best.found, likeness: 'typo' }
  }
}

/** Which letters and digits a word has, as bits; some share one. */
const lettersOf = (word: string): number => {
  let bits = 0
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) % 31)
  return bits
}

const bitsIn = (bits: number): number => {
  let n = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) n++
  return n
}

/** Edits, counting a swap of neighbours as one (optimal string alignment, Damerau 1964); anything above `most` means too many. */
export const slipsBetween = (a: string, b: string, most: number): number => {
  const tooMany = most + 1
  if (Math.abs(a.length - b.length) > most || b.length > LONGEST || a.length > LONGEST) return tooMany
  let [before, row, next] = ROWS
  for (let j = 0; j <= b.length; j++) row[j] = j
  for (let i = 1; i <= a.length; i++) {
    // Cells further than `most` from the diagonal are too many slips already.
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)]
    next[from - 1] = from === 1 ? i : tooMany
    if (to < b.length) next[to + 1] = tooMany
    let fewest = at(next, from - 1)
    for (let j = from; j <= to; j++) {
      const differs = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      let slips = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + differs)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, at(before, j - 2) + 1)
      next[j] = slips
      fewest = Math.min(fewest, slips)
    }
    if (fewest > most) return tooMany
    ;[before, row, next] = [row, next, before]
  }
  return Math.min(at(row, b.length), tooMany)
}

const LONGEST = 255
/** Used again by every call, because a list of tags makes a hundred thousand of them. */
const ROWS: [Int32Array, Int32Array, Int32Array] = [
  new Int32Array(LONGEST + 2),
  new Int32Array(LONGEST + 2),
  new Int32Array(LONGEST + 2),
]

const at = (cells: Int32Array, j: number): number => cells[j] ?? LONGEST

type Tags = { utmCampaign: string; utmSource: string; utmMedium: string }

/** By the value, and of campaigns that share one by source and medium: those that are spelt alike, else that have one of them. */
export const openNearestCampaign = <T extends Tags>(byValue: ReadonlyMap<string, T[]>) => {
  const nearestValue = openNearest([...byValue.keys()], value => value)
  return ({ utmCampaign, utmSource, utmMedium }: Tags): { found: T; likeness: Likeness | 'tags' } | null => {
    const value = byValue.has(utmCampaign)
      ? ({ found: utmCampaign, likeness: 'tags' } as const)
      : nearestValue(utmCampaign)
    const same = (value && byValue.get(value.found)) ?? []
    const spelt = openNearest(same, one => `${one.utmSource} ${one.utmMedium}`)(`${utmSource} ${utmMedium}`)
    const likest = (one: T) =>
      2 * Number(bare(one.utmSource) === bare(utmSource)) + Number(bare(one.utmMedium) === bare(utmMedium))
    const [first] = same.toSorted((a, b) => likest(b) - likest(a))
    const found = spelt?.found ?? first
    if (!value || !found) return null
    return { found, likeness: value.likeness === 'tags' ? (spelt?.likeness ?? 'tags') : value.likeness }
  }
}
