/** Runs one PostgreSQL server process that never outlives us. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Account } from './account.ts'

export type Setup = {
  directory: string
  postgres: string
  account: Account
  /** How long to wait for another server that runs on the directory. */
  patienceMs?: number
}
export type Running = {
  /** The server takes connections. Never settles when it ends before that. */
  ready: Promise<'ready'>
  /** The server has ended, for any reason. Called with its last log lines. */
  ended: Promise<string[]>
  /** Asks for a fast shutdown: clients are cut off, everything committed is on disk. Then wait for `ended`. */
  stop(): void
}

/**
 * The shell holds the reading end of a pipe from us. When the pipe closes, because we closed it or because we died in
 * any way, it sends the server SIGINT (fast shutdown). In a session of its own, a Ctrl-C in the terminal reaches us
 * and not the server, which must outlive our draining.
 */
const WATCH = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(read -r line <&3; kill -INT "$server") >/dev/null 2>&1 &
watcher=$!
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"
`
const READY = 'database system is ready to accept connections'
const LINES_KEPT = 20

export const launch = ({ directory, postgres, account }: Setup, port: number): Running => {
  const child = spawn('/bin/sh', ['-c', WATCH, 'postgres-watch', postgres, '-D', directory, ...flags(port)], {
    ...account,
    detached: true,
    cwd: '/',
    // Not our own environment, which may hold passwords.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  const ready = new Promise<'ready'>(resolve => {
    createInterface(child.stderr).on('line', line => {
      lines.push(line)
      if (lines.length > LINES_KEPT) lines.shift()
      if (line.includes(READY)) resolve('ready')
    })
  })
  const ended = new Promise<string[]>(resolve => {
    child.once('error', error => resolve([...lines, String(error)]))
    child.once('close', () => resolve(lines))
  })
  return { ready, ended, stop: () => child.stdin.destroy() }
}

/** TCP on loopback, not a Unix socket: a socket's path is limited to about 100 bytes, a data directory's is not. */
const flags = (port: number): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    shared_buffers: '32MB',
    wal_buffers: '2MB',
    max_logical_replication_workers: 0,
    io_workers: 1,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
