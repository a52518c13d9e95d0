/**
 * The latest click of an advert that brought the visitor, by its platform's own id. It travels with a form and with nothing
 * else. The latest and not the first, because the platforms attribute to the last click.
 */

import { CLICK_ATTRIBUTED_DAYS, CLICK_ID, CLICK_ID_KINDS } from '@firsttouch/api/contract/fields/click-ids'
import type { AdClick } from '@firsttouch/api/contract/forms'
import type { Store } from './store.ts'

const KEY = 'ad_click'
const USEFUL_MS = CLICK_ATTRIBUTED_DAYS * 24 * 3_600_000

type Options = { store: Store; now: () => number; search: string; isOn: boolean }

export const openAdClick = ({ store, now, search, isOn }: Options) => {
  const landedAt = now()
  const landed = idsOf(Object.fromEntries(new URLSearchParams(search)))
  if (!isOn) store.remove(KEY)
  return {
    /** To be called once the visitor may be counted. */
    keep: () => {
      if (isOn && landed)
        store.set(KEY, JSON.stringify({ ids: landed, clickedAt: new Date(landedAt).toISOString() }))
    },
    read: (): AdClick | undefined => {
      const click = isOn ? readClick(store.get(KEY)) : undefined
      if (click && now() - Date.parse(click.clickedAt) < USEFUL_MS) return click
      store.remove(KEY)
      return undefined
    },
  }
}

const idsOf = (found: Record<string, unknown>): AdClick['ids'] | undefined => {
  const known = CLICK_ID_KINDS.flatMap(kind => {
    const value = found[kind]
    return typeof value === 'string' && CLICK_ID.test(value) ? [[kind, value] as const] : []
  })
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** What was saved may be anything. */
const readClick = (saved: string | null): AdClick | undefined => {
  try {
    const { ids, clickedAt } = Object(JSON.parse(saved ?? 'null'))
    const known = idsOf(Object(ids))
    return known && !Number.isNaN(Date.parse(clickedAt)) ? { ids: known, clickedAt } : undefined
  } catch {
    return undefined
  }
}
