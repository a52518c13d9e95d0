/** The business's own values: what the API says, with defaults until it answers or where it has none. */
import type { SiteConfig } from '@firsttouch/api/contract/config'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { request } from '../api.ts'
import { useTracking } from './use-tracking.ts'

const DEFAULTS: SiteConfig = {
  siteUrl: '',
  paymentLinks: { regional: '', national: '', enterprise: '' },
  /** From the range that is kept free for drama and tests, so that nobody is called by mistake. */
  chatNumber: '447700900123',
  supportEmail: 'support@firsttouch.example',
  adsManagerId: '123-456-7890',
  videoUrl: '',
  ipLookupUrl: '',
  consentMode: 'not_required',
}

const Context = createContext<SiteConfig>(DEFAULTS)
export const useSiteConfig = (): SiteConfig => use(Context)

const withDefaults = (given: Partial<SiteConfig>): SiteConfig => {
  const told = Object.entries(given).filter(([, value]) => value !== '')
  return { ...DEFAULTS, ...Object.fromEntries(told) }
}

export const SiteConfigProvider = ({ children }: { children: ReactNode }) => {
  const [config, setConfig] = useState(DEFAULTS)
  useEffect(() => {
    request<SiteConfig>('GET', '/api/config/site').then(
      answer => setConfig(withDefaults(answer)),
      error => console.warn('Site configuration:', error),
    )
  }, [])
  useAddress(config.ipLookupUrl)
  return <Context value={config}>{children}</Context>
}

/** A public look-up service tells the visitor's address (answer field `ip`), where one is configured. */
const useAddress = (lookupUrl: string) => {
  const tracker = useTracking()?.tracker
  useEffect(() => {
    if (!lookupUrl || tracker?.consent.state() !== 'granted') return
    fetch(lookupUrl)
      .then(answer => answer.json())
      .then(
        (answer: { ip?: unknown }) => tracker.setAddress(String(answer.ip ?? '')),
        error => console.warn('Address look-up:', error),
      )
  }, [lookupUrl, tracker])
}
