/** Fetches what the tests need beside npm's packages, and says what has to be skipped and why. Under CI=true nothing may be. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { buildSiteIfNeeded } from '../build-site.ts'
import { brokerAvailable } from '../kafka/jars.ts'
import { findChromium } from './chromium.ts'

const installChromium = (): void => {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log('Installing Chromium for the browser tests …')
  const quiet: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
}

const skipped: string[] = []
if (!(await findChromium())) installChromium()
if (!(await findChromium()))
  skipped.push(
    'browser tests: no Chromium was found. Install it (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )

const broker = await brokerAvailable()
if (!broker.available) skipped.push(`Kafka tests: ${broker.reason}`)

for (const line of skipped) console.log(`SKIPPED ${line}`)
if (skipped.length > 0 && process.env.CI === 'true') {
  console.error('Under CI=true nothing may be skipped.')
  process.exit(1)
}

// Once, before several test files need it at the same time.
await buildSiteIfNeeded(console.log)
