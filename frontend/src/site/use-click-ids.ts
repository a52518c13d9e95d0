/** Whether the business keeps the ids of adverts' clicks, as the site's server says it on the page: never while it is prerendered. */
import { useSyncExternalStore } from 'react'
import { pageFacts } from '../track/page-facts.ts'

const never = () => () => undefined

export const useClickIds = (): boolean =>
  useSyncExternalStore(
    never,
    () => pageFacts(document.documentElement).clickIds,
    () => false,
  )
