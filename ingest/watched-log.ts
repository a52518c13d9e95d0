/** The log with an eye on it: times, errors, and whether it can be written to just now. */

import type { Log } from '@firsttouch/infra/log/log'
import type { Check } from '@firsttouch/infra/platform/health'
import type { IngestMetrics } from '@firsttouch/infra/platform/metrics'
import type { CircuitBreaker } from './circuit-breaker.ts'

export const measured = (
  log: Pick<Log, 'append'>,
  { appendSeconds, appendErrors }: Pick<IngestMetrics, 'appendSeconds' | 'appendErrors'>,
): Pick<Log, 'append'> => ({
  append: async entries => {
    const end = appendSeconds.startTimer()
    try {
      await log.append(entries)
      end()
    } catch (error) {
      appendErrors.inc({ class: /within|time(d )?out/i.test(String(error)) ? 'timeout' : 'error' })
      throw error
    }
  },
})

const PROBE_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 1_000

/**
 * Ready while the breaker is closed and the log has answered within the last probes. A probe reads: a log that answers
 * but takes no entries is found out by the appends that fail, which open the breaker.
 */
export const openLogProbe = (log: Pick<Log, 'positions'>, breaker: Pick<CircuitBreaker, 'state'>) => {
  let answeredAt = Date.now()
  let asking = false
  const probe = async () => {
    if (asking) return
    asking = true
    await log.positions('health').then(
      () => {
        answeredAt = Date.now()
      },
      () => undefined,
    )
    asking = false
  }
  const timer = setInterval(probe, PROBE_EVERY_MS).unref()
  const check: Check = () =>
    breaker.state().open || Date.now() - answeredAt > PROBE_EVERY_MS + ANSWER_WITHIN_MS ? 'log' : null
  return { check, close: () => clearInterval(timer) }
}
