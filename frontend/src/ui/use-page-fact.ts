/** Whether the site's server switched something on, as it says on the page (`infra/app/site/page.ts`): never while it is prerendered. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export const usePageFact = (name: 'clickIds' | 'identityCookie'): boolean =>
  useSyncExternalStore(
    never,
    () => document.documentElement.dataset[name] === 'on',
    () => false,
  )
