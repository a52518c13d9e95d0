/** Downloads the test broker's jars once with Maven. Reports why there is no broker if that fails. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../../../platform/one-at-a-time.ts'

const run = promisify(execFile)
const here = import.meta.dirname

const NEEDED_JAVA = 17
const FETCH_MS = 5 * 60_000

export type Availability = { available: true; jars: string } | { available: false; reason: string }

let known: Promise<Availability> | undefined

/**
 * Whether a broker can start here. If not, the reason is printed with the skipped tests. Under CI=true no test may be
 * skipped, so it throws the reason.
 */
export async function brokerAvailable(): Promise<Availability> {
  known ??= lookForBroker()
  const found = await known
  if (!found.available && process.env.CI === 'true') throw new Error(`No Kafka broker: ${found.reason}`)
  return found
}

async function lookForBroker(): Promise<Availability> {
  const java = await javaVersion()
  if (java === undefined) return { available: false, reason: 'Java is not installed (17 or newer is needed)' }
  if (java < NEEDED_JAVA)
    return { available: false, reason: `Java ${java} is too old (17 or newer is needed)` }
  const pom = await readFile(join(here, 'pom.xml'))
  const jars = join(here, 'target', `jars-${createHash('sha256').update(pom).digest('hex').slice(0, 12)}`)
  if (existsSync(jars)) return { available: true, jars }
  try {
    await mkdir(dirname(jars), { recursive: true })
    // A lock, as Maven 3's local repository does not support two writers.
    await oneAtATime(`${jars}.lock`, () => fetchJars(jars), FETCH_MS)
    return { available: true, jars }
  } catch (error) {
    return { available: false, reason: `Maven could not fetch the broker: ${sentence(error)}` }
  }
}

async function javaVersion() {
  try {
    const { stderr } = await run('java', ['-version'])
    const version = /version "(?:1\.)?(\d+)/.exec(stderr)?.[1]
    return version === undefined ? undefined : Number(version)
  } catch {
    return undefined
  }
}

async function fetchJars(jars: string) {
  if (existsSync(jars)) return
  const partial = `${jars}.partial`
  await rm(partial, { recursive: true, force: true })
  const args = ['-q', '-B', '-f', join(here, 'pom.xml'), 'dependency:copy-dependencies']
  await run('mvn', [...args, `-DoutputDirectory=${partial}`], { timeout: FETCH_MS })
  await rename(partial, jars)
}

function sentence(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return 'mvn is not installed'
  const output = 'stdout' in error && typeof error.stdout === 'string' ? error.stdout : ''
  const cause = /\[ERROR\] (.*)/.exec(output)?.[1] ?? error.message
  return cause.slice(0, 300)
}
