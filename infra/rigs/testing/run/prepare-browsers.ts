/** Downloads the browser engines of the end-to-end tests, with three tries, and prints which are missing. */
import { buildSiteIfNeeded } from '../../../app/site/build.ts'
import { findProgram } from '../programs.ts'
import { installPackages } from './apt.ts'

const ENGINES = [
  { name: 'Chromium', packages: ['chromium'], needs: ['CHROMIUM'] },
  { name: 'Firefox', packages: ['firefox-esr'], needs: ['FIREFOX'] },
  { name: 'WebKit', packages: ['webkit2gtk-driver', 'xvfb'], needs: ['WEBKIT_DRIVER', 'WEBKIT', 'XVFB'] },
] as const

const missing: string[] = []
for (const { name, packages, needs } of ENGINES) {
  const lacks = async () => {
    const found = await Promise.all(needs.map(program => findProgram(program)))
    return needs.filter((_, index) => found[index] === null)
  }
  if ((await lacks()).length > 0) installPackages(packages, `${name} for the browser stories`)
  const still = await lacks()
  if (still.length === 0) console.log(`${name} is there.`)
  else
    missing.push(
      `${name}: install it (Debian: apt-get install ${packages.join(' ')}) or set ${still.join(', ')} to paths.`,
    )
}

for (const line of missing) console.log(`\n*** SKIPPED the stories in ${line}\n`)
await buildSiteIfNeeded(console.log)
