/** Starts a test system with a browser for one `describe`, and stops the system at its end. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { openVisitor } from './visitor.ts'

/** `env` overrides the operator's settings. */
export const openSite = (env: Record<string, string> = {}) => {
  let system: TestSystem
  let browser: Browser
  beforeAll(async () => {
    system = await startTestSystem({ site: true, env })
    browser = await sharedBrowser()
  })
  afterAll(async () => {
    await system?.close()
  })
  const get = <T>(path: string) => system.get<T>(path)
  /** Opens a browser without loading a page. */
  const open = (options: Partial<Parameters<typeof openVisitor>[1]> = {}) =>
    openVisitor(browser, { url: system.url, ...options })
  return {
    open,
    browser: () => browser,
    url: () => system.url,
    /** Reads the API as staff. */
    get,
    openAt: async (path: string, options: Partial<Parameters<typeof openVisitor>[1]> = {}) => {
      const visitor = await open(options)
      await visitor.open(path)
      return visitor
    },
    leads: async (email: string) =>
      (await get<Lead[]>('/api/admin/leads')).filter(lead => lead.email === email),
  }
}
