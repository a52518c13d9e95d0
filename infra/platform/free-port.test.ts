import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

/** Default start of net.ipv4.ip_local_port_range. macOS starts at 49152. */
const FIRST_OF_LINUX = 32_768

test('a free port can be opened and is outside the range of outgoing connections', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  expect(port).toBeLessThan(FIRST_OF_LINUX)
})

test('no port is returned twice', async () => {
  const ports = await Promise.all(Array.from({ length: 2_000 }, freePort))
  expect(new Set(ports).size).toBe(2_000)
})
