/** The dashboard on a system of its own, in the browser of a member of staff who has not logged in yet, for the tests of one `describe`. */
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { type Dashboard, openDashboard } from './staff-browser.ts'

/** `env` is what this operator sets. Both are there before the hooks that come after it. */
export const openStaff = (env: Record<string, string> = {}) => {
  const system = {} as TestSystem
  const dashboard = {} as Dashboard
  beforeAll(async () => {
    Object.assign(system, await startTestSystem({ site: true, env }))
    Object.assign(dashboard, await openDashboard(await sharedBrowser()))
  })
  afterAll(async () => {
    await dashboard.context?.close()
    await system.close?.()
  })
  return { system, dashboard }
}
