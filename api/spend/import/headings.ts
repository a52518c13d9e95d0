import type { ChosenColumns, ImportAnswer } from '../../contract/costs/spend.ts'
import { FORMATS, type Roles } from './formats.ts'

type Role = keyof Roles

export const LOOKED_FOR = [
  ['the campaign', 'Campaign or Campaign name'],
  ['the day', 'Day, Date, Gregorian date or Reporting starts'],
  ['the cost', 'Cost, Spend or Amount spent'],
] as const

/** A heading with a code: `Amount spent (GBP)`, `Start Date (in UTC)`. */
const WITH_CODE = /^(.*\S) ?\((?:in )?([A-Z]{3})\)$/
const MARKS = /\p{M}+/gu

/** Headings of the same report differ in case, accents, spaces and punctuation. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
const nameOf = (heading: string): string => folded(WITH_CODE.exec(heading)?.[1] ?? heading)

const namesOf = (role: Role, roles: readonly Roles[]): string[] =>
  roles.flatMap(one => one[role] ?? []).map(folded)
/** English headings come first, because `Tag` means day in German and label in English. */
const EVERY = [...FORMATS.map(({ en }) => en), ...FORMATS.map(({ local }) => local)]
const ROLES = ['campaign', 'day', 'cost', 'clicks', 'currency', 'ends', 'account'] as const
const KNOWN = new Map(ROLES.map(role => [role, namesOf(role, EVERY)]))
const KNOWN_FORMATS = FORMATS.map(({ platform, en, local, marks }) => {
  const [campaign, day, cost] = (['campaign', 'day', 'cost'] as const).map(role => namesOf(role, [en, local]))
  return { platform, needed: [campaign ?? [], day ?? [], cost ?? []], marks: marks?.map(folded) }
})
const SINGLE_DAYS = FORMATS.slice(0, 1).flatMap(({ en, local }) => namesOf('day', [en, local]))

export type Columns = Record<'campaign' | 'day' | 'cost', number> &
  Record<'clicks' | 'currency' | 'ends' | 'account', number | undefined> & {
    headings: string[]
    /** Headings of the campaign, day, cost, clicks or currency that occur more than once. */
    twice: string[]
    costIn: string | undefined
    inMillionths: boolean
    byHand: boolean
    format: ImportAnswer['format']
  }

export const findColumns = (cells: readonly string[], chosen?: ChosenColumns): Columns | undefined => {
  const headings = cells.map(cell => cell.trim())
  const names = headings.map(nameOf)
  const at = (role: Role): number | undefined => {
    const found = KNOWN.get(role)?.find(name => names.includes(name))
    return found === undefined ? undefined : names.indexOf(found)
  }
  const of = (role: keyof ChosenColumns): number | undefined =>
    chosen ? placeOf(headings, chosen[role]) : at(role)
  const [campaign, day, cost, clicks] = [of('campaign'), of('day'), of('cost'), of('clicks')]
  if (campaign === undefined || day === undefined || cost === undefined) return undefined
  const costIn = WITH_CODE.exec(headings[cost] ?? '')?.[2]
  const isSingle = SINGLE_DAYS.includes(names[day] ?? '')
  const rest = {
    clicks,
    currency: at('currency'),
    ends: isSingle || chosen ? undefined : at('ends'),
    account: at('account'),
  }
  const alike = chosen ? headings : names
  const twice = [campaign, day, cost, clicks, rest.currency].flatMap(found =>
    found !== undefined && alike.indexOf(alike[found] ?? '', found + 1) >= 0 ? [headings[found] ?? ''] : [],
  )
  const format = chosen ? 'table' : formatOf(names, [campaign, day, cost])
  const inMillionths = /micros?(?:dollar)?$/.test(names[cost] ?? '')
  return { campaign, day, cost, ...rest, headings, twice, costIn, inMillionths, byHand: !!chosen, format }
}

const placeOf = (headings: readonly string[], heading: string | null): number | undefined => {
  const found = heading === null ? -1 : headings.indexOf(heading)
  return found < 0 ? undefined : found
}

/** The platform whose required headings are all present. Ties go to the most `marks`, then to the first platform. */
const formatOf = (names: readonly string[], needed: readonly number[]): ImportAnswer['format'] => {
  const found = KNOWN_FORMATS.filter(format =>
    needed.every((at, index) => format.needed[index]?.includes(names[at] ?? '')),
  ).map(({ platform, marks }) => ({
    platform,
    own: marks ? marks.filter(mark => names.includes(mark)).length : 0.5,
  }))
  const [best] = found.filter(({ own }) => own > 0).toSorted((a, b) => b.own - a.own)
  return best?.platform ?? 'table'
}
