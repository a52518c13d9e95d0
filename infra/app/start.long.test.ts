/** `npm start` on a taken port, on an existing data directory, and next to another process. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { isRunning, openNpmStart } from '../rigs/testing/run/npm-start.ts'

const { start, dataDir } = openNpmStart()

/** Connects as the psql command on the operators' page does. Returns the name of the database user. */
const asksPostgres = async (directory: string): Promise<string | undefined> => {
  const page = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  const [, line = ''] = /^ {4}(cd DATA_DIR\/postgres && .+)$/m.exec(page) ?? []
  const typed = line
    .replace('DATA_DIR', directory)
    .replace(' psql ', ' sh -c \'echo "$PGPASSWORD" "$@"\' psql ')
  const { stdout } = await promisify(execFile)('sh', ['-c', typed])
  const [password = '', , host, , port, , user, database] = stdout.trim().split(' ')
  const sql = postgres({
    host: host ?? '',
    port: Number(port),
    user: user ?? '',
    database: database ?? '',
    password,
  })
  const [row] = await sql<{ who: string }[]>`SELECT current_user::text AS who`.finally(() => sql.end())
  return row?.who
}

describe('a data directory from its first start on', { shuffle: false }, () => {
  test('a port that is taken is named, with a remedy', async () => {
    const blocker = createServer().listen(0, 'localhost')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { output, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output.text).toContain(
      `PORT=${port} at HOST=localhost is not available: a program listens on that port already`,
    )
    expect(output.text).not.toMatch(/at .*\.ts:\d+/)
    blocker.close()
  })

  test('the first successful start prints a login', async () => {
    const first = start({ PORT: String(await freePort()) })
    await isRunning(first.output)
    expect(first.output.text).toMatch(/username\s+\S+\s+password\s+\S+/)
    expect(await asksPostgres(dataDir())).toBe('firsttouch')
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
  })

  test('the next start prints no login, and a second process on its data directory fails with a reason', async () => {
    const PORT = String(await freePort())
    const owner = start({ PORT })
    await isRunning(owner.output)
    expect(owner.output.text).not.toContain('password')
    const second = start({ PORT })
    expect(await second.ended).toBe(1)
    expect(second.output.text.trim()).toBe(
      `Firsttouch already runs over ${dataDir()}: process ${owner.child.pid} at http://localhost:${PORT}. Stop it, or set DATA_DIR to another directory.`,
    )
    expect(owner.child.exitCode).toBeNull()
    owner.child.kill('SIGTERM')
    expect(await owner.ended).toBe(0)
  })
})
