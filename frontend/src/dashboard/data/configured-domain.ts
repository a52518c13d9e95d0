/** The start of every campaign's link: what the server has configured, else what this browser last knew. */
import type { DomainConfig } from '@firsttouch/api/contract/config'
import { useState } from 'react'
import { useAdminRead } from './reads.ts'

const KEY = 'utm_domain_config'

export const rememberDomain = (domain: string): void => localStorage.setItem(KEY, domain)

/** null until it is known; then no link is judged or made. */
export const useConfiguredDomain = (): string | null => {
  const [remembered] = useState(() => localStorage.getItem(KEY))
  return useAdminRead<DomainConfig>('domain-config').data?.domain ?? remembered
}
