/** The domain of campaign links, from this browser's storage until the server answers. */
import { useState } from 'react'
import { useRead } from './use-read.ts'

const KEY = 'utm_domain_config'

export const rememberDomain = (domain: string): void => localStorage.setItem(KEY, domain)

/** null until the domain is known. */
export const useConfiguredDomain = (): string | null => {
  const [stored] = useState(() => localStorage.getItem(KEY))
  return useRead('domainConfig').data?.domain ?? stored
}
