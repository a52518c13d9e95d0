/** Starts a program of this folder as a child process, reads its output and stops or kills it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Child = {
  pid: number
  lines: string[]
  errors: string[]
  /** Resolves with the matching line. Rejects when the process ends or the time limit passes first. */
  says(pattern: RegExp): Promise<string>
  running(): boolean
  /** Sends the signal and resolves with the exit code. null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>
  ended: Promise<number | null>
}

/** Milliseconds. Long enough for a busy machine. */
const PATIENCE_MS = 180_000

const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

export const startChild = (
  script: string,
  env: Record<string, string | undefined>,
  words: string[] = [],
): Child => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(child)
  const lines: string[] = []
  const errors: string[] = []
  const heard = createInterface(child.stdout).on('line', line => lines.push(line))
  createInterface(child.stderr).on('line', line => errors.push(line))
  // 'close' comes after the last output. 'exit' may come before it.
  const ended = once(child, 'close').then(([code]) => {
    started.delete(child)
    return code as number | null
  })
  const running = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    lines,
    errors,
    running,
    ended,
    says: pattern =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${script} ${why} ${pattern}\n${errors.join('\n')}`))
        const timer = setTimeout(() => fail(`did not within ${PATIENCE_MS} ms say`), PATIENCE_MS)
        const look = (line: string) => {
          if (!pattern.test(line)) return
          clearTimeout(timer)
          heard.off('line', look)
          resolve(line)
        }
        heard.on('line', look)
        for (const line of lines) look(line)
        ended.then(() => fail('ended before it said'))
      }),
    end: async signal => {
      if (running()) child.kill(signal)
      return ended
    },
  }
}
