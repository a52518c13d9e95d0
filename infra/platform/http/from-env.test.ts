/** A process behind a proxy warns if its settings do not name the proxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import { readEnv } from '../env.ts'
import { freePort } from '../free-port.ts'
import { warnOfProxy } from './from-env.ts'

const cleanUp = cleanUpAfter('each')

const said = (script: string, env: Record<string, string>) => {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '..', '..', '..', script)], {
    env: { ...process.env, HOST: '127.0.0.1', CANARY_SECONDS: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => child.kill('SIGKILL'))
  const output = { text: '' }
  child.stdout?.on('data', chunk => {
    output.text += chunk
  })
  return output
}

test.each(['infra/app/start.ts', 'api/main.ts', 'ingest/main.ts'])(
  '%s warns if the site is https and no proxy is trusted, and says what to set',
  async script => {
    const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-proxy-'))
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
    const { url } = await openTestPostgres()
    const env = {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: url,
      SITE_URL: 'https://www.example.com',
    }
    const output = said(script, env)
    const lines = () => output.text.split('\n').filter(line => line.includes('TRUST_PROXY'))
    await until(() => lines().length > 0, 60_000)
    expect(lines()).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      level: 40,
      msg: expect.stringMatching(
        /^SITE_URL is https, but TRUST_PROXY names no proxy: .* Set TRUST_PROXY to /,
      ),
    })
  },
)

test.each([
  ['https://www.example.com', '', 1],
  ['HTTPS://www.example.com', '', 1],
  ['https://www.example.com', '10.0.0.0/8', 0],
  ['http://localhost:3000', '', 0],
  ['', '', 0],
])('with SITE_URL %o and TRUST_PROXY %o there are %i warnings', (SITE_URL, TRUST_PROXY, warnings) => {
  const lines: unknown[] = []
  warnOfProxy(readEnv({ SITE_URL, TRUST_PROXY }), { warn: (line: unknown) => lines.push(line) })
  expect(lines).toHaveLength(warnings)
})

test('the example environment names the default', async () => {
  const example = await readFile(join(import.meta.dirname, '..', '..', '..', '.env.example'), 'utf8')
  expect(example).toContain(`\nMAX_CONNECTIONS=${readEnv({}).MAX_CONNECTIONS}\n`)
})
