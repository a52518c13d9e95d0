import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeOn } from './axe.ts'
import type { openSite } from './open-site.ts'

type Site = ReturnType<typeof openSite>

export const axeViolations = async (page: Page) => {
  const { violations } = await axeOn(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(node => node.html)])
}

export const expectAccessible = async (
  site: Site,
  path: string,
  colorScheme: 'light' | 'dark',
): Promise<void> => {
  const visitor = await site.open({ colorScheme, reducedMotion: 'reduce' })
  await visitor.open(path)
  expect(await axeViolations(visitor.page)).toEqual([])
  for (const width of [320, 360, 768, 1440]) {
    await visitor.page.setViewportSize({ width, height: 800 })
    // The media queries may follow the new width a frame later.
    const scrolled = () => visitor.page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(scrolled).toBeLessThanOrEqual(width)
  }
  await visitor.close()
}

/** Delays every request whose path contains `late`, and expects no layout shift when the response arrives. */
export const expectNoLayoutShift = async (site: Site, path: string, late: string): Promise<void> => {
  const visitor = await site.open({
    viewport: { width: 390, height: 844 },
    random: path === '/' ? 0.9 : 0,
    popup: true,
  })
  await visitor.page.route(
    url => url.pathname.includes(late),
    async route => {
      await new Promise(resolve => setTimeout(resolve, 800))
      await route.continue()
    },
  )
  await visitor.open(path)
  await visitor.page.waitForTimeout(2_800)
  expect(await layoutShift(visitor.page)).toBeLessThanOrEqual(0.02)
  await visitor.close()
}

/** Cumulative layout shift since the page was opened (web.dev/cls). */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 200)
      }),
  )
