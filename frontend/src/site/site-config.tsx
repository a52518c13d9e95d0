/** The business's settings. Defaults apply until the API answers, and for empty settings. */
import type { SiteConfig } from '@firsttouch/api/contract/config'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { request } from '../api.ts'

const DEFAULTS: SiteConfig = {
  siteUrl: '',
  paymentLinks: { regional: '', national: '', enterprise: '' },
  /** A number reserved for drama and tests, so that no real person is called. */
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
