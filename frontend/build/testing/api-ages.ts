/** Compares MDN's compatibility data with the browser floor. */
import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import { BROWSER_FLOOR } from '../browser-floor.ts'

/** `owner` is empty for a global. MDN's data does not tell static methods of the language from instance methods (`either`). */
export type Api = {
  owner: string
  name: string
  place: 'static' | 'member' | 'either'
  isYoung: boolean
  /** True for APIs of the language and for web APIs in at least two engines. */
  isCommon: boolean
}

const FLOOR = Object.entries(BROWSER_FLOOR).flatMap(([name, version]) => [
  { browser: name, version },
  { browser: name === 'safari' ? 'safari_ios' : `${name}_android`, version },
])
const STATIC = /_static$/
const NAME = /^[a-z$][a-z0-9$]*$/i

export const readApis = (): Api[] => {
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  const builtins = javascript.builtins ?? {}
  return [
    ...apisOf(api, 'member'),
    ...apisOf(builtins, 'either'),
    ...apisOf(builtins.Intl ?? {}, 'either').filter(({ owner }) => owner !== ''),
  ]
}

const apisOf = (globals: Identifier, place: 'member' | 'either'): Api[] =>
  entriesOf(globals).flatMap(([owner, members]) => [
    ...apiOf('', owner, 'static', members.__compat),
    ...entriesOf(members)
      .filter(([name]) => name !== owner && NAME.test(name.replace(STATIC, '')))
      .flatMap(([name, member]) =>
        apiOf(owner, name.replace(STATIC, ''), STATIC.test(name) ? 'static' : place, member.__compat),
      ),
  ])

const entriesOf = (parts: Identifier) =>
  Object.entries(parts).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

const apiOf = (
  owner: string,
  name: string,
  place: Api['place'],
  compat: CompatStatement | undefined,
): Api[] => {
  if (!compat) return []
  const engines = FLOOR.filter(({ browser }) => browser in BROWSER_FLOOR).filter(({ browser }) =>
    isThere(compat.support[browser as keyof typeof compat.support], '999'),
  )
  return [
    { owner, name, place, isYoung: isYoung(compat), isCommon: place === 'either' || engines.length > 1 },
  ]
}

const isYoung = ({ support }: CompatStatement): boolean =>
  FLOOR.some(({ browser, version }) => !isThere(support[browser as keyof typeof support], version))

/** An API behind a flag, with a prefix or under another name counts as missing. */
const isThere = (given: SupportStatement | undefined, version: string): boolean =>
  [given ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: alias }) =>
        !flags && !prefix && !alias && reached(added, version) && !reached(removed, version),
    )

/** `by` is a release. null means unknown, false never, and "preview" not yet released. */
const reached = (by: string | boolean | null | undefined, version: string): boolean => {
  if (typeof by !== 'string' || by === 'preview') return false
  const [major = 0, minor = 0] = by.replace('≤', '').split('.').map(Number)
  const [floorMajor = 0, floorMinor = 0] = version.split('.').map(Number)
  return major < floorMajor || (major === floorMajor && minor <= floorMinor)
}
