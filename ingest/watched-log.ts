/** Wraps the log with metrics and readiness. */

import type { Log, Position } from '@firsttouch/infra/log/log'
import type { Check } from '@firsttouch/infra/platform/health'
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

/**
 * Ready while the breaker is closed and the log has answered a recent probe. Not ready before the first answer. Probes only read. If the
 * log answers but rejects appends, the failures open the breaker.
 */
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
  /** null while the log does not answer. */
  const positions = (): readonly Position[] | null =>
    answer && performance.now() - answer.at <= PROBE_EVERY_MS + ANSWER_WITHIN_MS ? answer.positions : null
  const check: Check = () => (breaker.state().open || positions() === null ? 'log' : null)
  return { check, positions, close: () => clearInterval(timer) }
}
