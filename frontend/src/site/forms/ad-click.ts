import { CLICK_ATTRIBUTED_DAYS, CLICK_ID, CLICK_ID_KINDS } from '@firsttouch/api/contract/fields/click-ids'
import type { AdClick } from '@firsttouch/api/contract/forms'

const USEFUL_MS = CLICK_ATTRIBUTED_DAYS * 24 * 3_600_000

/** undefined if the saved ad click is invalid or too old. */
export const readAdClick = (saved: string | null | undefined, now = Date.now()): AdClick | undefined => {
  const [, time, search] = /^(\d{1,14})([?&].*)$/.exec(saved ?? '') ?? []
  const query = new Map(
    [...new URLSearchParams(search?.slice(1))].map(([name, id]) => [name.toLowerCase(), id]),
  )
  const ids = CLICK_ID_KINDS.flatMap(kind => {
    const id = query.get(kind) ?? ''
    return CLICK_ID.test(id) ? [[kind, id] as const] : []
  })
  return ids.length > 0 && now - Number(time) < USEFUL_MS
    ? { ids: Object.fromEntries(ids), clickedAt: new Date(Number(time)).toISOString() }
    : undefined
}
