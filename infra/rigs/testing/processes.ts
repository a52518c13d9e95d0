import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { freePort } from '../../platform/free-port.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

export type Service = {
  url: string
  metricsAt: string
  pid: number
  /** Status of `/health/ready`. 0 without an answer. */
  ready(): Promise<number>
  metrics(): Promise<string>
  /** Resolves with the exit code. null if a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** `root`: folder of the version to start, for scripts with a relative path. */
export const openProcesses = (common: Record<string, string>, root = ROOT) => {
  const children = new Set<ChildProcess>()
  const launch = (
    script: string,
    given: string[],
    env: Record<string, string>,
    flags: string[] = [],
  ): ChildProcess => {
    const child = spawn(process.execPath, [...flags, resolve(root, script), ...given], {
      env: { ...process.env, LOG_LEVEL: 'error', ...common, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  return {
    launch,
    /**
     * Starts the engine over HTTP in place of a ClickHouse server. The user is `owner`, and the password is `token`.
     * Resolves when it answers.
     */
    startClickHouse: async (dataDir: string, port: number, token: string): Promise<ChildProcess> => {
      const script = 'infra/stores/embedded/engine/process.ts'
      const child = launch(script, [dataDir, String(port)], {
        ENGINE_PASSWORD: token,
        UV_THREADPOOL_SIZE: '64',
      })
      const answers = async () =>
        (await fetch(`http://127.0.0.1:${port}/ping`).catch(() => null))?.ok === true
      await until(async () => child.exitCode !== null || (await answers()), 60_000)
      if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
      return child
    },
    /** Resolves when the service reports ready. `env` may set HOST, PORT and METRICS_PORT. */
    start: async (
      script: string,
      env: Record<string, string> = {},
      flags: string[] = [],
    ): Promise<Service> => {
      const [port, metricsPort] = [await freePort(), await freePort()]
      const given = { HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metricsPort), ...env }
      const child = launch(script, [], given, flags)
      const url = `http://${given.HOST}:${given.PORT}`
      const metricsAt = `${given.HOST}:${given.METRICS_PORT}`
      const ready = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status ?? 0
      await until(async () => child.exitCode !== null || (await ready()) === 200, 120_000)
      if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
      return {
        url,
        metricsAt,
        pid: child.pid ?? 0,
        ready,
        metrics: async () => (await fetch(`http://${metricsAt}/metrics`)).text(),
        end: signal => endProcess(child, signal),
      }
    },
    close: async () => {
      await Promise.all([...children].map(child => endProcess(child, 'SIGKILL')))
    },
  }
}

export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
  return child.exitCode
}
