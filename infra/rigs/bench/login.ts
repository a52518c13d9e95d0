/** A hundred logins at once: what one costs, how long the process is deaf meanwhile, and whether ingest notices. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '@firsttouch/api/auth/passwords'
import { STAFF, startTestSystem } from '../testing/system.ts'
import { singleBodies } from './bodies.ts'
import { atRate, quantile } from './load.ts'
import { row, type Table } from './table.ts'

const PARALLEL = 100
const EVENTS_PER_SECOND = 100

/** In this process, so that its own event loop can be watched. */
export const benchLogin = async (rounds: number): Promise<Table> => {
  const system = await startTestSystem({ env: { TRUST_PROXY: '127.0.0.0/8,::1' } })
  const costs: number[] = []
  for (let i = 0; i < 20; i++) {
    const start = performance.now()
    await hashPassword(STAFF.password)
    costs.push(performance.now() - start)
  }
  const seconds = rounds * 2
  const bodies = singleBodies(EVENTS_PER_SECOND * seconds * 2)
  const visits = () =>
    atRate(
      `${system.url}/api/analytics/visit`,
      bodies.splice(0, EVENTS_PER_SECOND * seconds),
      EVENTS_PER_SECOND,
      seconds,
    )
  const alone = await visits()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const answers: { status: number; ms: number }[] = []
  delay.enable()
  const [beside] = await Promise.all([visits(), storm(system, rounds, answers)])
  delay.disable()
  await system.close()
  const times = (status: number) => answers.filter(answer => answer.status === status).map(({ ms }) => ms)
  const share = (status: number) => `${times(status).length} of ${answers.length}`
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return {
    title: `${PARALLEL} logins at once, ${rounds} times, beside ${EVENTS_PER_SECOND} events/s`,
    head: ['', 'p50', 'p99', 'answers'],
    rows: [
      row(
        'one password hash (Argon2id, 19 MiB, 2 passes)',
        ms(quantile(costs, 0.5)),
        ms(quantile(costs, 0.99)),
        '',
      ),
      row(
        'logins that were tried (401)',
        ms(quantile(times(401), 0.5)),
        ms(quantile(times(401), 0.99)),
        share(401),
      ),
      row(
        'logins told to come back (429)',
        ms(quantile(times(429), 0.5)),
        ms(quantile(times(429), 0.99)),
        share(429),
      ),
      row(
        'delay of the event loop meanwhile (target: below 250 ms)',
        ms(delay.percentile(50) / 1e6),
        ms(delay.percentile(99) / 1e6),
        `at most ${ms(delay.max / 1e6)}`,
      ),
      row('an event without logins', ms(alone.p50), ms(alone.p99), `${alone.errors} errors`),
      row('an event beside the logins', ms(beside.p50), ms(beside.p99), `${beside.errors} errors`),
    ],
  }
}

type System = Awaited<ReturnType<typeof startTestSystem>>

const storm = async (
  system: System,
  rounds: number,
  answers: { status: number; ms: number }[],
): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      Array.from({ length: PARALLEL }, async (_, i) => {
        const start = performance.now()
        const body = { username: `user${round}-${i}`, password: 'not the right one' }
        const { status } = await system.post('/api/admin/login', body, {
          'x-forwarded-for': `203.0.${round}.${i}`,
        })
        answers.push({ status, ms: performance.now() - start })
      }),
    )
    await sleep(1_000)
  }
}
