/** Filters of a list. The page's address stores them. */
import { isDay } from './range.ts'
import { useAddress } from './use-address.ts'

export type Choice = readonly [value: string, words: string]
type Named = {
  name: string
  label: string
  isMore?: true
}
type TextFilter = Named & { kind: 'text' }
type DayFilter = Named & { kind: 'day' }
export type ChoiceFilter = Named & {
  kind: 'choice'
  all: string
  choices: readonly Choice[]
  /** Pattern of further allowed values, for choices that come from the server. */
  others?: RegExp
}
export type Filter = TextFilter | DayFilter | ChoiceFilter

export const text = (name: string, label: string): TextFilter => ({ kind: 'text', name, label })
export const day = (name: string, label: string): DayFilter => ({ kind: 'day', name, label })
/** `choices` are the values with their labels, in the order of the select. */
export const oneOf = (
  name: string,
  label: string,
  all: string,
  choices: Readonly<Record<string, string>>,
): ChoiceFilter => ({ kind: 'choice', name, label, all, choices: Object.entries(choices) })
export const more = <F extends Filter>(filter: F): F => ({ ...filter, isMore: true })

const MOST_TYPED = 200

export const readFilter = (filter: Filter, found: string): string => {
  if (filter.kind === 'text') return found.slice(0, MOST_TYPED)
  if (filter.kind === 'day') return isDay(found) ? found : ''
  return filter.choices.some(([value]) => value === found) || filter.others?.test(found) ? found : ''
}

export type Filters<Key extends string> = ReturnType<typeof useFilters<Key>>

export const useFilters = <Key extends string>(table: Readonly<Record<Key, Filter>>) => {
  const { get, set } = useAddress()
  const keys = Object.keys(table) as Key[]
  const values = Object.fromEntries(
    keys.map(key => [key, readFilter(table[key], get(table[key].name))]),
  ) as Record<Key, string>
  const hidden = keys.filter(key => table[key].isMore)
  return {
    table,
    values,
    hidden,
    set: (key: Key, value: string) => set({ [table[key].name]: value }),
    active: hidden.filter(key => values[key]).length,
    clearMore: () => set(Object.fromEntries(hidden.map(key => [table[key].name, '']))),
  }
}

export const useChoice = (filter: ChoiceFilter): [value: string, set: (value: string) => void] => {
  const { values, set } = useFilters({ filter })
  return [values.filter, value => set('filter', value)]
}

/** Drops empty values, so that equal filters have equal query keys in the cache. */
export const setOnes = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
