/** Each statement runs in its own session, so its settings, parameters and role end with it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Session } from 'chdb'
import pLimit from 'p-limit'
import { trackPending } from '../../../platform/timing.ts'
import { literal } from '../../literal.ts'

export type Statement = {
  query: string
  format: string
  settings: Record<string, string>
  /** Values of `{name:Type}` in the query. */
  parameters: Record<string, string>
  database?: string
  role?: string
}
export type Answer = { bytes: Uint8Array; rows: number; bytesRead: number; seconds: number }

export type Statements = {
  /** Rejects with the engine's error (`Code: N.`). When `signal` aborts, the engine kills the statement. */
  run(statement: Statement, signal: AbortSignal): Promise<Answer>
  settled(): Promise<void>
}

/** Each statement holds a thread of Node's pool. `start.ts` gives the pool more threads, so KILL finds a free one. */
export const AT_ONCE = 48
/** This process kills itself if a statement runs this many milliseconds longer than its time limit. */
const GRACE_MS = 5_000
/** After a fatal signal the engine answers every statement with this error. */
const SHUTTING_DOWN = /^Code: 236\b/

export const openStatements = (path: string): Statements => {
  const limit = pLimit(AT_ONCE)
  const running = trackPending()
  let count = 0

  const runIn = async (session: Session, statement: Statement, signal: AbortSignal): Promise<Answer> => {
    const id = `statement_${++count}`
    for (const preparation of preparations(statement, id)) await session.queryAsync(preparation)
    const kill = () => void killStatement(path, id)
    signal.addEventListener('abort', kill, { once: true })
    const done = new AbortController()
    void endAt(Number(statement.settings.max_execution_time ?? 0) * 1000, done.signal)
    try {
      const result = await session.queryAsync(statement.query, { format: statement.format })
      return {
        bytes: result.bytes(),
        rows: result.rowsRead,
        bytesRead: result.bytesRead,
        seconds: result.elapsed,
      }
    } finally {
      done.abort()
      signal.removeEventListener('abort', kill)
    }
  }

  const run = async (statement: Statement, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted()
    const session = new Session(path)
    try {
      return await runIn(session, statement, signal)
    } catch (error) {
      if (error instanceof Error && SHUTTING_DOWN.test(error.message)) end('The engine has failed.')
      throw error
    } finally {
      session.close()
    }
  }

  return {
    run: (statement, signal) => running.add(limit(() => run(statement, signal))),
    settled: running.settled,
  }
}

/** Below the engine's default limit of 262,144 bytes. For a longer SET, the limit is raised first. */
const MAX_QUERY_BYTES = 200_000

const preparations = ({ database, role, settings, parameters }: Statement, id: string): string[] => {
  const { readonly, ...others } = settings
  const set = [
    `log_comment = ${literal(id)}`,
    ...Object.entries(others).map(([name, value]) => `${name} = ${literal(value)}`),
    ...Object.entries(parameters).map(([name, value]) => `param_${name} = ${literal(value)}`),
    // readonly comes last, because it forbids further settings.
    ...(readonly ? [`readonly = ${literal(readonly)}`] : []),
  ].join(', ')
  return [
    ...(database ? [`USE \`${database}\``] : []),
    ...(role ? [`SET ROLE \`${role}\``] : []),
    ...(Buffer.byteLength(set) > MAX_QUERY_BYTES
      ? [`SET max_query_size = ${2 * Buffer.byteLength(set)}`]
      : []),
    `SET ${set}`,
  ]
}

/** The engine ends the statement after its current block of rows. With ASYNC, KILL does not wait for the end. */
const killStatement = async (path: string, id: string): Promise<void> => {
  const session = new Session(path)
  await session
    .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = ${literal(id)} ASYNC`)
    .catch(error => console.error(error))
    .finally(() => session.close())
}

const endAt = async (limitMs: number, signal: AbortSignal): Promise<void> => {
  if (limitMs <= 0) return
  await sleep(limitMs + GRACE_MS, undefined, { signal, ref: false }).then(
    () => end(`A statement has outlived its limit of ${limitMs / 1000} s by ${GRACE_MS / 1000} s.`),
    () => undefined,
  )
}

const end = (reason: string): never => {
  console.error(`${reason} The engine's process ends and will be restarted.`)
  process.kill(process.pid, 'SIGKILL')
  throw new Error(reason)
}
