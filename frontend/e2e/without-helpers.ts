/** Checks that a page works, and logs to the console only, while tracking, pixel and configuration calls fail. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { expect } from 'vitest'
import type { openSite } from './open-site.ts'

export const worksWithoutHelpers = async (
  site: Pick<ReturnType<typeof openSite>, 'open'>,
  path: string,
): Promise<void> => {
  const visitor = await site.open()
  const { page } = visitor
  const logged: string[] = []
  page.on('console', line => logged.push(line.text()))
  await page.route('**/api/{analytics,config}/**', route => route.fulfill({ status: 500, body: 'broken' }))
  await visitor.open(path)
  await until(() => logged.some(line => line.startsWith('Pixel: ')), 10_000)
  await until(() => logged.some(line => line.startsWith('Site configuration: ')), 10_000)
  expect(await page.locator('[data-toaster] p').count()).toBe(0)
  expect(await page.locator('a[href^="mailto:support@firsttouch.example"]').count()).toBeGreaterThan(0)
  expect(visitor.problems).toEqual([])
  await visitor.close()
}
