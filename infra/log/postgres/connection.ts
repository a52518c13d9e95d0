import type { Options, PostgresType } from 'postgres'

export const CHANNEL = 'firsttouch_log'

/** The driver's defaults are too slow here: up to 20 s between attempts to connect, and 30 s for each. */
export const CONNECTION = {
  onnotice: () => undefined,
  connect_timeout: 5,
  backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
} satisfies Options<Record<string, PostgresType>>
