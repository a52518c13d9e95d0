/** Circuit breaker in front of the log: it bounds memory and waiting time, and fails fast while the log is down. */

import type { Log, LogEntry } from '@firsttouch/infra/log/log'
import { type HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import { within } from '@firsttouch/infra/platform/timing'

export const BREAKER_LIMITS = {
  maxEvents: 10_000,
  maxBytes: 16 * 1024 * 1024,
  appendTimeoutMs: 5_000,
  /** Number of failures within `windowMs` that open the breaker. While it is open, one probe passes every `probeMs`. */
  failures: 5,
  windowMs: 10_000,
  probeMs: 1_000,
}

export type CircuitBreaker = {
  /**
   * Resolves once the log has stored the entries. Throws HttpError 503 if this fails or takes too long, if the breaker
   * is open, or if too many events wait for the log.
   */
  append(entries: LogEntry[], events: number): Promise<void>
  state(): { open: boolean; inFlightEvents: number; inFlightBytes: number }
}

export const openCircuitBreaker = (
  log: Pick<Log, 'append'>,
  onError: (error: unknown) => void = () => undefined,
  limits = BREAKER_LIMITS,
  clock: () => number = () => performance.now(),
): CircuitBreaker => {
  let inFlightEvents = 0
  let inFlightBytes = 0
  let failedAt: number[] = []
  let nextProbe = 0

  const isOpen = () => failedAt.length >= limits.failures
  const failed = (error: unknown) => {
    const now = clock()
    failedAt = [...failedAt.filter(at => now - at < limits.windowMs), now].slice(-limits.failures)
    nextProbe = now + limits.probeMs
    onError(error)
  }
  const admit = (events: number, bytes: number) => {
    if (inFlightEvents + events > limits.maxEvents || inFlightBytes + bytes > limits.maxBytes)
      throw unavailable('Too many events are waiting for the log.')
    if (!isOpen()) return
    if (clock() < nextProbe) throw unavailable('The log does not answer.')
    nextProbe = clock() + limits.probeMs
  }

  return {
    async append(entries, events) {
      const bytes = entries.reduce((sum, entry) => sum + entry.value.length, 0)
      admit(events, bytes)
      inFlightEvents += events
      inFlightBytes += bytes
      const appended = log.append(entries)
      const landed = () => {
        inFlightEvents -= events
        inFlightBytes -= bytes
      }
      appended.then(landed, landed)
      try {
        // The append may still succeed after the timeout. If so, the sender's retry is deduplicated.
        await within(limits.appendTimeoutMs, appended)
        if (failedAt.length > 0) failedAt = []
      } catch (error) {
        failed(error)
        throw unavailable('The log could not store the events.')
      }
    },
    state: () => ({ open: isOpen(), inFlightEvents, inFlightBytes }),
  }
}

/** Retry-After has jitter (5 to 30 s), so that browsers do not retry in the same second. */
const unavailable = (reason: string): HttpError =>
  retryLater(503, `${reason} Keep the events and send them again later.`, 5 + Math.floor(Math.random() * 26))
