/** The domain of campaign links: from the server, or the last one that this browser stored. */
import { useState } from 'react'
import { useRead } from './use-read.ts'

const KEY = 'utm_domain_config'

export const rememberDomain = (domain: string): void => localStorage.setItem(KEY, domain)

/** null until the domain is known. Until then the dashboard neither checks nor creates links. */
export const useConfiguredDomain = (): string | null => {
  const [remembered] = useState(() => localStorage.getItem(KEY))
  return useRead('domainConfig').data?.domain ?? remembered
}
