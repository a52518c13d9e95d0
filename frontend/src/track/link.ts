/** Repairs a damaged link if only one repair is possible. `damaged.ts` decides whether a page loads this module. */
import type { LinkFault } from '@firsttouch/ingest/events'
import { attempt } from './attempt.ts'

export type RepairedLink = { search: string; linkFaults: LinkFault[] }

const TAG = /^utm_(source|medium|campaign|content|term)$/
/** A tag whose value contains further tags, because they were encoded together. */
const NESTED = /^utm_.*[?&]utm_\w+=/i
/** A placeholder that the ad platform did not replace, such as `{keyword}`, `__CID__` or `%%id%%`. */
const MACRO = /\{[^{}]+\}|^(\[\w+\]|__\w+__|\*\|.+\|\*|%%.+%%)$/

/** In the returned `search`, each tag occurs once, with its name in lower case. A macro in a tag becomes ''. */
export const repairLink = (search: string, hash: string): RepairedLink => {
  const repaired = new URLSearchParams()
  const found: Partial<Record<LinkFault, unknown>> = {
    ampersand: /&amp;/.test(search + hash),
    question_mark: /.\?\w+=/.test(search),
    fragment: /[?&#]utm_/i.test(hash),
  }
  const read = (query: string): void => {
    const parts = query.replace(/&(amp;)+/g, '&').replace(/[?#](\w+=)/g, (_all, pair: string) => `&${pair}`)
    for (const [name, raw] of new URLSearchParams(parts)) {
      const key = name.toLowerCase()
      const pair = raw ? `${name}=${raw}` : name
      const isMacro = MACRO.test(raw)
      if (NESTED.test(pair)) {
        found.encoding = true
        read(pair)
      } else if (!TAG.test(key)) {
        if (!isMacro) repaired.append(name, raw)
      } else if (raw.trim()) {
        const twice = !isMacro && /%[\da-f]{2}/i.test(raw) && attempt(() => decodeURIComponent(raw))
        const value = isMacro ? '' : (twice || raw).trim()
        const before = repaired.get(key)
        found.upper_case ||= key !== name
        found.encoding ||= twice
        found.repeated ||= before && value && before !== value
        found.macro ||= isMacro
        repaired.set(key, before || value)
      }
    }
  }
  read(`${search}&${hash}`)
  const linkFaults = (Object.keys(found) as LinkFault[]).filter(fault => found[fault])
  return { search: `?${repaired}`, linkFaults }
}
