/** Reads a switch that the site's server wrote on the page (`infra/app/site/page.ts`). False while the page is prerendered. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

export const usePageFact = (name: 'clickIds' | 'identityCookie'): boolean =>
  useSyncExternalStore(
    never,
    () => document.documentElement.dataset[name] === 'on',
    () => false,
  )
