/** Load generators. Closed-loop for throughput with Debian's wrk, which uses little CPU. Open-loop for latency from this process. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cpuOfEnded } from '../../testing/cpu-time.ts'
import { findProgram } from '../../testing/programs.ts'
import { installPackages } from '../../testing/run/apt.ts'

/** `cpuOfLoad`: CPU of the load generator, µs a request. */
export type Throughput = {
  requests: number
  requestsPerSecond: number
  errors: number
  p99: number
  cpuOfLoad: number
}

type Said = { requests: number; microseconds: number; refused: number; lost: number; p99: number }

const wrk = async (): Promise<string> => {
  if (!(await findProgram('WRK'))) installPackages(['wrk'], 'wrk for the load of the benchmarks')
  const found = await findProgram('WRK')
  if (!found)
    throw new Error('There is no wrk: install it (Debian: apt-get install wrk) or set WRK to its path.')
  return found
}

/** Saturates the server over `connections` keep-alive connections and sends the bodies in turn. Times in ms. */
export const saturate = async (
  url: string,
  bodies: string[],
  connections: number,
  seconds: number,
): Promise<Throughput> => {
  const folder = await mkdtemp(join(tmpdir(), 'firsttouch-bench-'))
  try {
    const file = join(folder, 'bodies')
    await writeFile(file, bodies.join('\n'))
    const script = join(import.meta.dirname, 'wrk-bodies.lua')
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url, '--', file]
    const before = await cpuOfEnded()
    const { stdout } = await promisify(execFile)(await wrk(), options)
    const said: Said = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{')))
    const answered = said.requests - said.refused
    return {
      requests: said.requests,
      requestsPerSecond: (answered / said.microseconds) * 1_000_000,
      errors: said.refused + said.lost,
      p99: said.p99 / 1_000,
      cpuOfLoad: ((await cpuOfEnded()) - before) / said.requests,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export type Latency = { p50: number; p99: number; errors: number }

/** Latency in ms from the moment when a request was due, so that a stall counts for every request that it delayed. */
export const atRate = async (
  url: string,
  bodies: string[],
  perSecond: number,
  seconds: number,
): Promise<Latency> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const latencies: number[] = []
  let errors = 0
  const start = performance.now()
  const sent: Promise<void>[] = []
  const total = perSecond * seconds
  while (sent.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * perSecond))
    while (sent.length < due) {
      const dueAt = start + (sent.length / perSecond) * 1000
      sent.push(
        send(agent, url, bodies[sent.length % bodies.length] ?? '').then(ok => {
          latencies.push(performance.now() - dueAt)
          if (!ok) errors++
        }),
      )
    }
    await sleep(1)
  }
  await Promise.all(sent)
  agent.destroy()
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), errors }
}

const send = (agent: Agent, url: string, body: string): Promise<boolean> =>
  new Promise(resolve => {
    const sending = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      answer => {
        answer.resume()
        answer.on('end', () => resolve((answer.statusCode ?? 500) < 300))
      },
    )
    sending.on('error', () => resolve(false))
    sending.end(body)
  })

export const quantile = (values: number[], q: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
export const median = (values: number[]): number => quantile(values, 0.5)
