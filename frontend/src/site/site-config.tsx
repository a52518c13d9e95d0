/** The business's own values: what the API says, with defaults until it answers or where it has none. */
import type { SiteConfig } from '@firsttouch/api/contract/config'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { request } from '../api.ts'

const DEFAULTS: SiteConfig = {
  siteUrl: '',
  paymentLinks: { regional: '', national: '', enterprise: '' },
  /** From the range that is reserved for drama and tests, so no real person is called. */
  chatNumber: '447700900123',
  supportEmail: 'support@firsttouch.example',
  adsManagerId: '123-456-7890',
  videoUrl: '',
  consentMode: 'not_required',
}

const Context = createContext<SiteConfig>(DEFAULTS)
export const useSiteConfig = (): SiteConfig => use(Context)

const withDefaults = (given: Partial<SiteConfig>): SiteConfig => {
  const values = Object.entries(given).filter(([, value]) => value !== '')
  return { ...DEFAULTS, ...Object.fromEntries(values) }
}

export const SiteConfigProvider = ({ children }: { children: ReactNode }) => {
  const [config, setConfig] = useState(DEFAULTS)
  useEffect(() => {
    request<SiteConfig>('GET', '/api/config/site').then(
      answer => setConfig(withDefaults(answer)),
      error => console.warn('Site configuration:', error),
    )
  }, [])
  return <Context value={config}>{children}</Context>
}
