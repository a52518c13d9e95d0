import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { until } from '../until.ts'
import { brokerAvailable } from './jars.ts'

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const answered = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answered
}

const kafka = await brokerAvailable()
describe.skipIf(!kafka.available)(`a test broker${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  test('ends with the process that started it, even by kill -9, and takes its data with it', async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'firsttouch-broker-'))
    const code = `
      import { startBroker } from ${JSON.stringify(import.meta.resolve('./broker.ts'))}
      console.log((await startBroker()).port)
      setInterval(() => undefined, 1_000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = await once(createInterface(child.stdout), 'line')
    const dataOfBroker = async () => (await readdir(temporary)).filter(name => name.includes('kafka'))
    expect(await answers(Number(port))).toBe(true)
    expect(await dataOfBroker()).toHaveLength(1)
    child.kill('SIGKILL')
    await until(async () => !(await answers(Number(port))), 20_000)
    await until(async () => (await dataOfBroker()).length === 0, 20_000)
    await rm(temporary, { recursive: true, force: true })
  })
})
