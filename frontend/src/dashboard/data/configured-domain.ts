/** The start of every campaign's link: what the server has configured, else what this browser last knew. */
import { useState } from 'react'
import { useRead } from './use-read.ts'

const KEY = 'utm_domain_config'

export const rememberDomain = (domain: string): void => localStorage.setItem(KEY, domain)

/** null until it is known; then no link is judged or made. */
export const useConfiguredDomain = (): string | null => {
  const [remembered] = useState(() => localStorage.getItem(KEY))
  return useRead('domainConfig').data?.domain ?? remembered
}
