/** Time from a press on a row of the Traffic page, which is a filter, to the painted figures of the page, in Chromium. */
import { chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium.ts'
import { STAFF } from '../../testing/system.ts'
import { quantile } from '../load/load.ts'
import { row, type Table } from '../table.ts'
import type { AsStaff } from './as-staff.ts'

const ROWS = 'main th button[aria-pressed]'

/** Milliseconds from the press until everything is new. Old figures are translucent until their answer arrives. */
const watch = ([rows, at]: readonly [rows: string, at: number]): Promise<number> => {
  const main = document.querySelector('main') as HTMLElement
  const button = document.querySelectorAll(rows)[at] as HTMLElement
  const frame = () => new Promise(requestAnimationFrame)
  const isOld = () => button.ariaPressed !== 'true' || main.querySelector('.opacity-50, [aria-busy=true]')
  return new Promise(done => {
    const pressed = async ({ timeStamp }: Event) => {
      while (isOld()) await frame()
      await frame()
      done(performance.now() - timeStamp)
    }
    button.addEventListener('click', pressed, { once: true })
  })
}

/** After a press, changed numbers fade for 1.6 seconds. */
const QUIET_MS = 2_000
/** How long a finger holds the button. The time is taken from its release, which is the click. */
const HELD_MS = 80

const press = async (page: Page, at: number, restMs: number): Promise<number> => {
  const watched = page.evaluate(watch, [ROWS, at] as const)
  await page.locator(ROWS).nth(at).hover()
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.waitForTimeout(HELD_MS)
  await page.mouse.up()
  const took = await watched
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
  return took
}

/** The pointer rests on a row before most presses. The dashboard then fetches the figures before the press. */
const REST_MS = 300
const LISTS = [
  ['a campaign, 30 days', 'by=campaign&range=30'],
  ['a campaign, all time', 'by=campaign'],
  ['a keyword, 30 days', 'by=keyword&range=30'],
  ['a keyword, all time', 'by=keyword'],
] as const
/** A list shows its first ten rows, of which one may have no name. Each order shows others. */
const PRESSED = 8
const ORDERS = ['', 'leads', 'rate', 'change']

export const benchPress = async ({ listen }: AsStaff): Promise<Table> => {
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
  const rows: string[] = []
  for (const [name, query] of LISTS) {
    const took: [number[], number[]] = [[], []]
    for (const order of ORDERS) {
      await page.goto(`${url}/admin/traffic?${query}&list-order=${order}`)
      await page
        .locator(ROWS)
        .nth(PRESSED - 1)
        .waitFor()
      await page.waitForLoadState('networkidle')
      for (let at = 0; at < PRESSED; at++) took[at % 2]?.push(await press(page, at, (at % 2) * REST_MS))
    }
    rows.push(row(name, ...took.flatMap(all => [quantile(all, 0.5), quantile(all, 0.95)])))
  }
  await browser.close()
  return {
    title: `From a press on a row of Traffic to painted figures, ${(ORDERS.length * PRESSED) / 2} presses each, ms`,
    head: ['', 'at once, p50', 'p95', `after a rest of ${REST_MS} ms, p50`, 'p95'],
    rows,
  }
}
