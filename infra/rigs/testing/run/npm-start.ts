/** Runs `npm start` as a process over a temporary data directory until the end of the test file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildSiteIfNeeded } from '../../../app/site/build.ts'
import { until } from '../until.ts'

const START = join(import.meta.dirname, '..', '..', '..', 'app', 'start.ts')

export const openNpmStart = () => {
  let dataDir = ''
  const children: ChildProcess[] = []
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-start-'))
    await buildSiteIfNeeded()
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  })

  const start = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [START], {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const output = { text: '' }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output.text += chunk))
    // 'close' comes after the last output. 'exit' may come before it.
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { child, output, ended }
  }
  return { start, dataDir: () => dataDir }
}

// Wait for the last line, as output arrives in parts.
export const isRunning = (output: { text: string }): Promise<void> =>
  until(() => output.text.includes('Ctrl-C stops it'), 60_000)
