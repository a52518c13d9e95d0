/** Takes README's two screenshots of a system with a month of seeded traffic. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { buildSiteIfNeeded } from '../../app/site/build.ts'
import { findProgram } from '../testing/programs.ts'
import { STAFF, startTestSystem } from '../testing/system.ts'

const SEED = join(import.meta.dirname, '..', '..', 'app', 'seed', 'seed.ts')
const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(import.meta.dirname, `${name}.jpg`), type: 'jpeg', quality: 80 })

const executablePath = await findProgram('CHROMIUM')
if (!executablePath) throw new Error('No Chromium was found: set CHROMIUM to its path.')
await buildSiteIfNeeded(console.log)
const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-pictures-'))
const system = await startTestSystem({ site: true, dataDir })
const browser = await chromium.launch({ executablePath })
try {
  await promisify(execFile)(process.execPath, [SEED], {
    env: { ...process.env, ...system.stores, PORT: new URL(system.url).port },
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(`${system.url}/v2`)
  // Reload: fonts that arrive after the first paint show on the next page.
  await page.reload({ waitUntil: 'networkidle' })
  await picture(page, 'public-page')
  await page.goto(`${system.url}/login`)
  await page.getByLabel('Username').fill(STAFF.username)
  await page.getByLabel('Password').fill(STAFF.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByLabel('Notifications').getByRole('button').click()
  await picture(page, 'dashboard')
} finally {
  await browser.close()
  await system.close()
  await rm(dataDir, { recursive: true })
}
