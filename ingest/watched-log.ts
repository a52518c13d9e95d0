import type { Log, Position } from '@firsttouch/infra/log/log'
import type { Check } from '@firsttouch/infra/platform/health'
import type { Tracing } from '@firsttouch/infra/platform/tracing/tracing'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { IngestMetrics } from './metrics.ts'

export const measured = (
  log: Pick<Log, 'append'>,
  { appendSeconds, appendErrors }: Pick<IngestMetrics, 'appendSeconds' | 'appendErrors'>,
): Pick<Log, 'append'> => ({
  append: async entries => {
    const began = performance.now()
    try {
      await log.append(entries)
      appendSeconds.observe((performance.now() - began) / 1000)
    } catch (error) {
      appendErrors.inc({ class: /within|time(d )?out/i.test(String(error)) ? 'timeout' : 'error' })
      throw error
    }
  },
})

const PROBE_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 1_000

/** A probe only reads, so it cannot see a log that rejects appends. `check` therefore also asks the breaker. */
export const openLogProbe = (log: Pick<Log, 'positions'>, breaker: Pick<CircuitBreaker, 'state'>) => {
  let answer: { at: number; positions: readonly Position[] } | null = null
  let asking = false
  const probe = async () => {
    if (asking) return
    asking = true
    await log.positions('health').then(
      positions => {
        answer = { at: performance.now(), positions }
      },
      () => undefined,
    )
    asking = false
  }
  const timer = setInterval(probe, PROBE_EVERY_MS).unref()
  void probe()
  const positions = (): readonly Position[] | null =>
    answer && performance.now() - answer.at <= PROBE_EVERY_MS + ANSWER_WITHIN_MS ? answer.positions : null
  const check: Check = () => (breaker.state().open || positions() === null ? 'log' : null)
  return { check, positions, close: () => clearInterval(timer) }
}

/** Traces each append as a span of its request, because one write to the log may contain appends of many requests. */
export const tracedLog = (log: Pick<Log, 'append'>, tracing: Tracing): Pick<Log, 'append'> => ({
  append: entries =>
    tracing.step(
      {
        name: 'append to the log',
        kind: 'producer',
        attributes: { 'messaging.operation.type': 'send', 'messaging.batch.message_count': entries.length },
      },
      span => {
        if (!span) return log.append(entries)
        const headers = { traceparent: span.traceparent }
        return log.append(entries.map(entry => ({ ...entry, headers })))
      },
    ),
})
