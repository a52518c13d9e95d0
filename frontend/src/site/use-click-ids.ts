/** Whether the business keeps the ids of adverts' clicks, as the site's server says it on the page: never while it is prerendered. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export const useClickIds = (): boolean =>
  useSyncExternalStore(
    never,
    () => document.documentElement.dataset.clickIds === 'on',
    () => false,
  )
