/** `npm start` where a port is taken, again, and beside another process. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { isRunning, openNpmStart } from '../rigs/testing/run/npm-start.ts'

const { start, dataDir } = openNpmStart()

describe('a data directory from its first start on', { shuffle: false }, () => {
  test('a port that is taken is named, with a remedy', async () => {
    const blocker = createServer().listen(0, 'localhost')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { output, ended } = start({ PORT: String(port) })
    expect(await ended).toBe(1)
    expect(output.text).toMatch(new RegExp(`Port ${port} is taken.*PORT=${port + 1} npm start`, 's'))
    expect(output.text).not.toMatch(/at .*\.ts:\d+/)
    blocker.close()
  })

  test('the first successful start prints a login', async () => {
    const first = start({ PORT: String(await freePort()) })
    await isRunning(first.output)
    expect(first.output.text).toMatch(/username\s+\S+\s+password\s+\S+/)
    first.child.kill('SIGINT')
    expect(await first.ended).toBe(0)
  })

  test('later starts print no login, and a second process at the data directory is refused while the first goes on', async () => {
    const owner = start({ PORT: String(await freePort()) })
    await isRunning(owner.output)
    expect(owner.output.text).not.toContain('password')
    const second = start({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output.text).toMatch(new RegExp(`${dataDir()}.* is in use by another process`))
    expect(owner.child.exitCode).toBeNull()
    owner.child.kill('SIGTERM')
    expect(await owner.ended).toBe(0)
  })
})
