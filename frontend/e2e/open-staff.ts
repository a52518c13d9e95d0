/** Starts a test system with a logged-out staff browser for one `describe`, and stops both at its end. */
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { type Dashboard, openDashboard } from './staff-browser.ts'

/** `env` overrides the operator's settings. Later hooks can use both results. */
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
