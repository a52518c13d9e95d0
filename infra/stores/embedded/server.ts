import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../platform/free-port.ts'
import { launch, type Running, type Setup } from './launch.ts'
import { supervise } from './supervise.ts'

export type Server = { port: number; close(): Promise<void> }

/** Milliseconds to wait for another server that is shutting down, and for one that still runs. */
const STOPPING_PATIENCE_MS = 60_000
const RUNNING_PATIENCE_MS = 3_000
const MAX_RESTART_DELAY_MS = 30_000

/** Restarts a server that ends unexpectedly (out of memory, disk full) on the same port. */
export const startServer = async (setup: Setup): Promise<Server> => {
  const { port, running } = await firstStart(setup)
  return {
    port,
    close: supervise(running, {
      start: async () => {
        const again = await start(setup, port)
        if (again === 'port taken') throw new Error(`PostgreSQL's port ${port} is taken.`)
        return again
      },
      describe: lines => `PostgreSQL stopped unexpectedly and is restarting.\n${lines.join('\n')}`,
      firstDelayMs: 500,
      mostDelayMs: MAX_RESTART_DELAY_MS,
    }).close,
  }
}

const firstStart = async (setup: Setup): Promise<{ port: number; running: Running }> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const port = await freePort()
    const running = await start(setup, port)
    // If another program took the port meanwhile, try another port.
    if (running !== 'port taken') return { port, running }
  }
  throw new Error('PostgreSQL found no free port on 127.0.0.1.')
}

const start = async (setup: Setup, port: number): Promise<Running | 'port taken'> => {
  const began = performance.now()
  for (;;) {
    const running = launch(setup, port)
    const lines = await Promise.race([running.ready, running.ended])
    if (lines === 'ready') return running
    const output = lines.join('\n')
    if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return 'port taken'
    if (!/lock file "postmaster.pid" already exists|pre-existing shared memory block/.test(output))
      throw new Error(`PostgreSQL did not start in ${setup.directory}. Its last lines:\n${output}`)
    await waitForPredecessor(setup, performance.now() - began)
  }
}

/**
 * The data directory is in use. Removes its pid file if no PostgreSQL has this pid. Otherwise waits 100 ms, because the
 * server of a crashed process shuts down soon. Throws when it has waited too long.
 */
const waitForPredecessor = async ({ directory, patienceMs = RUNNING_PATIENCE_MS }: Setup, waited: number) => {
  const file = join(directory, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => '')
  const lines = content.split('\n').map(line => line.trim())
  const pid = Number(lines[0])
  if (pid && !(await isPostgres(pid))) return rm(file, { force: true })
  if (waited > (lines[7] === 'stopping' ? STOPPING_PATIENCE_MS : patienceMs))
    throw new Error(
      `The data directory ${directory} is in use by another PostgreSQL server (process ${pid}). ` +
        'Stop the process that uses it, or set DATA_DIR to another directory.',
    )
  await sleep(100)
}

/**
 * Whether the process in the pid file is PostgreSQL. Always true outside Linux. After a container was killed, another
 * process may have the same id, and PostgreSQL would take it for a running server.
 */
const isPostgres = async (pid: number): Promise<boolean> => {
  try {
    return (await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'postgres'
  } catch {
    return process.platform !== 'linux'
  }
}
