/** An arrival whose address has more than plain tags: it may bring a session along, and its link may be damaged. */
import { takeHandover } from './handover.ts'
import { type RepairedLink, repairLink } from './link.ts'

export const arrive = (page: Window): RepairedLink => {
  takeHandover(page, Date.now())
  return repairLink(page.location.search, page.location.hash)
}
