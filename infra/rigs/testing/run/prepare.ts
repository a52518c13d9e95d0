/** Downloads what the tests need besides npm packages, and prints what is skipped and why. Fails under CI=true instead. */
import { buildSiteIfNeeded } from '../../../app/site/build.ts'
import { hasPromtool } from '../../alarms/promtool.ts'
import { findChromium } from '../chromium.ts'
import { brokerAvailable } from '../kafka/jars.ts'
import { findProgram } from '../programs.ts'
import { nginxPrograms } from '../proxy/nginx-programs.ts'
import { installPackages } from './apt.ts'

const skipped: string[] = []
if (!(await findChromium())) installPackages(['chromium'], 'Chromium for the browser tests')
if (!(await findChromium()))
  skipped.push(
    'browser tests: no Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )

const SHELL = 'chromium-headless-shell'
if (!(await findProgram('CHROMIUM_SHELL'))) installPackages([SHELL], 'Chromium’s headless shell')
if (!(await findProgram('CHROMIUM_SHELL')))
  console.log(`Browser tests take twice as long without Chromium’s headless shell (Debian: ${SHELL}).`)

if (!hasPromtool()) installPackages(['prometheus'], 'Prometheus’s tool for the tests of the alarms')
if (!hasPromtool())
  skipped.push(
    'tests of the alarms: there is no promtool. Install Prometheus (Debian: apt-get install prometheus).',
  )

if (!(await findProgram('NGINX'))) installPackages(['nginx-light'], 'nginx for the tests of its answers')
for (const line of (await nginxPrograms()).missing) skipped.push(`tests of nginx’s answers: ${line}`)

const broker = await brokerAvailable()
if (!broker.available) skipped.push(`Kafka tests: ${broker.reason}`)

for (const line of skipped) console.log(`SKIPPED ${line}`)
if (skipped.length > 0 && process.env.CI === 'true') {
  console.error('Under CI=true nothing may be skipped.')
  process.exit(1)
}

// Build once, before several test files need it at the same time.
await buildSiteIfNeeded(console.log)
