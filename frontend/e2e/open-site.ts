/** The site on a system of its own, with a browser, for the tests of one `describe`; both end with them. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { openVisitor } from './visitor.ts'

/** `env` is what this operator sets. */
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
  /** Before its first page. */
  const open = (options: Partial<Parameters<typeof openVisitor>[1]> = {}) =>
    openVisitor(browser, { url: system.url, ...options })
  return {
    open,
    browser: () => browser,
    url: () => system.url,
    /** What staff are answered. */
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
