/**
 * The embedded ClickHouse engine as a server of its own: one data directory, one process, ClickHouse's HTTP protocol on loopback.
 * `ENGINE_PASSWORD=… node process.ts <data directory> <port>`. It is crash-only: what it cannot bear ends it, and the supervisor
 * starts it again. It ends with its parent.
 */
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Session } from 'chdb'
import { isAlive } from '../../../platform/is-alive.ts'
import { answerRequests } from './http.ts'
import { openStatements } from './statements.ts'

/** Parameters and settings travel in the address. Node's own limit is 16 KB. */
const MAX_ADDRESS_BYTES = 4 * 1024 ** 2
const CONFIGURATION = join(import.meta.dirname, '..', 'engine.xml')

/** Opens the directory now, so that one in use is refused here and not at the first statement. */
const openEngine = async (path: string): Promise<Session> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  try {
    // The first session decides the engine's users and roles.
    const first = new Session(path, { connectionArgs: [`--config-file=${CONFIGURATION}`] })
    await first.queryAsync('SELECT 1')
    return first
  } catch (error) {
    throw new Error(await refusal(path, error))
  }
}

/** The engine says only that it failed. Its lock file names the process that holds the directory. */
const refusal = async (path: string, cause: unknown): Promise<string> => {
  const status = await readFile(join(path, 'status'), 'utf8').catch(() => '')
  const pid = Number(/^PID: (\d+)/m.exec(status)?.[1])
  if (!pid || pid === process.pid || !isAlive(pid))
    return `The ClickHouse engine could not open the data directory ${path}: ${cause instanceof Error ? cause.message : cause}`
  return (
    `The data directory ${path} is in use by another process (${pid}). ` +
    'Stop it, set DATA_DIR to another directory, or set CLICKHOUSE_URL to a server that several processes share.'
  )
}

const main = async ([dataDir = '', port = '0']: string[]): Promise<void> => {
  // The parent is gone. The next one wants the directory at once.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const path = join(resolve(dataDir), 'clickhouse')
  const first = await openEngine(path)
  const statements = openStatements(path)
  const server = createServer(
    { maxHeaderSize: MAX_ADDRESS_BYTES },
    answerRequests({ password: process.env.ENGINE_PASSWORD ?? '', statements }),
  )
  // Longer than the client keeps an idle socket, so that it never writes to one that we close.
  server.keepAliveTimeout = 60_000
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    await statements.settled()
    first.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  const listening = (server.address() as AddressInfo).port
  console.log(`listening on ${listening}`)
  process.send?.({ port: listening })
}

await main(process.argv.slice(2)).catch(error => {
  // The parent says it, or tries again.
  if (process.send) process.send({ failed: error.message })
  else console.error(error.message)
  process.exit(1)
})
