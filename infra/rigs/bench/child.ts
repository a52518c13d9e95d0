/** A server in a process of its own, on a free port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../platform/free-port.ts'

export type Child = { url: string; pid: number; stop(): Promise<void> }

export const startChild = async (script: string, env: Record<string, string> = {}): Promise<Child> => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', script)], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await answering(url, () => child.exitCode !== null)
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const answering = async (url: string, ended: () => boolean): Promise<void> => {
  for (;;) {
    if (ended()) throw new Error(`The server that was to answer at ${url} has ended.`)
    const answer = await fetch(`${url}/health/live`).catch(() => null)
    if (answer) return
    await sleep(100)
  }
}
