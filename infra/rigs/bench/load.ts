/** Load from this process: closed-loop for throughput, open-loop at a fixed rate for latency. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'

export type Throughput = { requestsPerSecond: number; errors: number }

/** Saturates the server with `connections` keep-alive connections; the bodies are sent in turn. */
export const saturate = async (
  url: string,
  bodies: string[],
  connections: number,
  seconds: number,
): Promise<Throughput> => {
  let next = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: prepared => ({ ...prepared, body: bodies[next++ % bodies.length] ?? '' }),
      },
    ],
  })
  return { requestsPerSecond: result['2xx'] / result.duration, errors: result.errors + result.non2xx }
}

export type Latency = { p50: number; p99: number; errors: number }

/** Milliseconds from the moment a request was due, so that a stall shows in all that it delayed. */
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
