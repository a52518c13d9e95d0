/** Runs the embedded engine with ClickHouse's HTTP protocol on loopback. A fatal error ends only this process. */
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Session } from 'chdb'
import { isAlive } from '../../../platform/is-alive.ts'
import { answerRequests } from './http.ts'
import { openStatements } from './statements.ts'

/** Maximum length of a URL, which carries parameters and settings. Node's own limit is 16 KB. */
const MAX_ADDRESS_BYTES = 4 * 1024 ** 2
const CONFIGURATION = join(import.meta.dirname, '..', 'engine.xml')

/** Opens the directory immediately, so a directory in use is rejected before the first statement. */
const openEngine = async (path: string): Promise<Session> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  try {
    // The first session defines the engine's users and roles.
    const first = new Session(path, { connectionArgs: [`--config-file=${CONFIGURATION}`] })
    await first.queryAsync('SELECT 1')
    return first
  } catch (error) {
    throw new Error(await refusal(path, error))
  }
}

/** Explains the engine's generic error. The engine's lock file has the id of a process that uses the directory. */
const refusal = async (path: string, cause: unknown): Promise<string> => {
  const status = await readFile(join(path, 'status'), 'utf8').catch(() => '')
  const pid = Number(/^PID: (\d+)/m.exec(status)?.[1])
  if (!pid || pid === process.pid || !isAlive(pid))
    return `The ClickHouse engine could not open the data directory ${path}, which another process or container may use: ${cause instanceof Error ? cause.message : cause}`
  return (
    `The data directory ${path} is in use by another process (${pid}). ` +
    'Stop it, set DATA_DIR to another directory, or set CLICKHOUSE_URL to a server that several processes share.'
  )
}

const main = async ([dataDir = '', port = '0']: string[]): Promise<void> => {
  // End with the parent at once, because the parent's next start needs the directory.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const path = join(resolve(dataDir), 'clickhouse')
  const first = await openEngine(path)
  const statements = openStatements(path)
  const server = createServer(
    { maxHeaderSize: MAX_ADDRESS_BYTES },
    answerRequests({ password: process.env.ENGINE_PASSWORD ?? '', statements }),
  )
  // Longer than the client's keep-alive timeout, so the client never writes to a closing socket.
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
  process.on('message', () => process.send?.('here'))
  const listening = (server.address() as AddressInfo).port
  console.log(`listening on ${listening}`)
  process.send?.({ port: listening })
}

await main(process.argv.slice(2)).catch(error => {
  // The parent reports the error or tries again.
  if (process.send) process.send({ failed: error.message })
  else console.error(error.message)
  process.exit(1)
})
