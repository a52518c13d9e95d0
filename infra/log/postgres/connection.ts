import type { Options, PostgresType } from 'postgres'

export const CHANNEL = 'firsttouch_log'

/** The driver's own waits are made for patient callers: up to 20 s between attempts, 30 s for one. */
export const CONNECTION = {
  onnotice: () => undefined,
  connect_timeout: 5,
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
} satisfies Options<Record<string, PostgresType>>
