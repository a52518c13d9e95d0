/** Time from a press on a keyword of the Traffic page, which is a filter, to the painted figures, in Chromium. */
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium.ts'
import { STAFF } from '../../testing/system.ts'
import { quantile } from '../load/load.ts'
import { row, type Table } from '../table.ts'
import type { AsStaff } from './as-staff.ts'

type Press = { card: number; chart: number; all: number }

/** Runs in the page. Milliseconds until new figures were painted: they are translucent until their answer arrives. */
const press = async (at: number): Promise<Press> => {
  const main = document.querySelector('main') as HTMLElement
  const button = main.querySelectorAll('th button[aria-pressed]')[at] as HTMLElement
  const frame = () => new Promise(requestAnimationFrame)
  const start = performance.now()
  const untilNew = async (place: string): Promise<number> => {
    while (main.querySelector(place)) await frame()
    await frame()
    return performance.now() - start
  }
  button.click()
  while (!main.querySelector('#overview dd.opacity-50')) await frame()
  const [card, chart, all] = await Promise.all(
    ['#overview dd.opacity-50', '.chart.opacity-50', '.opacity-50, [aria-busy=true]'].map(untilNew),
  )
  return { card: card ?? Number.NaN, chart: chart ?? Number.NaN, all: all ?? Number.NaN }
}

export const benchPress = async ({ listen }: AsStaff, times: number): Promise<Table> => {
  const url = await listen()
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium was found.')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(STAFF.username)
  await page.getByLabel('Password').fill(STAFF.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
  await page.goto(`${url}/admin/traffic?by=keyword`)
  await page.getByRole('button', { name: /^Show all/ }).click()
  const found: Press[] = []
  for (let at = 0; at < times; at++) {
    found.push(await page.evaluate(press, at))
    await page.waitForLoadState('networkidle')
  }
  await browser.close()
  const cells = (of: keyof Press) =>
    [0.5, 0.95].map(q =>
      quantile(
        found.map(one => one[of]),
        q,
      ),
    )
  return {
    title: `From a press on a keyword to painted figures, ${times} presses, ms`,
    head: ['', 'p50', 'p95'],
    rows: [
      row('total visits', ...cells('card')),
      row('the chart', ...cells('chart')),
      row('everything on the page', ...cells('all')),
    ],
  }
}
