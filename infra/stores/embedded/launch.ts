/** Runs a PostgreSQL server that shuts down when this process ends, even if this process is killed. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Account } from './account.ts'

export type Setup = {
  directory: string
  postgres: string
  account: Account
  /** Milliseconds to wait until another server releases the directory. */
  patienceMs?: number
}
export type Running = {
  /** Resolves when the server accepts connections. Never settles when the server ends first. */
  ready: Promise<'ready'>
  /** Resolves when the server has ended, with its last log lines. */
  ended: Promise<string[]>
  /** Requests a fast shutdown, which disconnects clients and syncs committed data. Then await `ended`. */
  stop(): void
}

/**
 * The script runs the server until the pipe from us closes, which also happens when we die. It then sends SIGINT, which
 * means a fast shutdown. It runs in a separate session, so that Ctrl-C does not end the server before we have drained.
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
    // A minimal environment, because ours may hold passwords.
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

/** Uses TCP on loopback, because the path of a Unix socket is limited to about 100 bytes. */
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
