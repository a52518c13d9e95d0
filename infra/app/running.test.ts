/** How a command finds the process that uses its data directory. The port and a killed process's address file must not mislead it. */
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningUrl } from './start.ts'

let dataDir: string
let url: string
const server = createServer((request, response) =>
  response.writeHead(request.url === '/health/live' ? 200 : 404).end(),
)
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-running-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(dataDir, { recursive: true })
})

/** Larger than any process id. */
const GONE = 2 ** 31 - 1
const find = async (address: string | null, more: { CLICKHOUSE_URL?: string } = {}) => {
  await rm(join(dataDir, 'address'), { force: true })
  if (address !== null) await writeFile(join(dataDir, 'address'), address)
  const { hostname, port } = new URL(url)
  return runningUrl({
    DATA_DIR: dataDir,
    HOST: hostname,
    PORT: Number(port),
    CLICKHOUSE_URL: undefined,
    ...more,
  })
}

test('commands find the process by the data directory, not by PORT', async () => {
  expect(await find(`${url} ${process.pid}`)).toBe(url)
})

test.each([
  ['that a killed process left, although another installation has its port by now', () => `${url} ${GONE}`],
  ['of a process that does not answer', () => `http://127.0.0.1:1 ${process.pid}`],
  ['that is empty', () => ''],
  ['that is no address', () => 'x y z'],
])('a file %s names no running process', async (_what, address) => {
  expect(await find(address())).toBeUndefined()
})

test('another installation at PORT is not mistaken for the installation over this directory', async () => {
  expect(await find(null)).toBeUndefined()
})

test('with servers, which belong to no directory, commands use PORT', async () => {
  expect(await find(null, { CLICKHOUSE_URL: 'http://clickhouse:8123' })).toBe(url)
})
