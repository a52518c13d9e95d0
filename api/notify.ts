import { MINUTE_MS, repeat } from '@firsttouch/infra/platform/timing'
import type { Deps } from './deps.ts'
import { enqueueDigest } from './digest/due.ts'
import { digestOf } from './digest/message.ts'
import { watchAlarms } from './notifications/alarms/alarms.ts'
import { runNotifications } from './notifications/run.ts'

const LOOK_AT_ALARMS_EVERY_MS = 15_000

/** Runs until the signal aborts. Does nothing without a channel. */
export const startTelling = async (deps: Deps, signal: AbortSignal, onError: (error: unknown) => void) => {
  const { sql, now, config } = deps
  const settings = config.notify
  if (!settings?.smtp && !settings?.webhook) return
  const { timeZone } = config
  const digest = (week: string) => digestOf(deps, settings.dashboardUrl, week)
  await Promise.all([
    runNotifications({ sql, settings, timeZone, digest, now, signal, onError }),
    repeat({ signal, onError, everyMs: LOOK_AT_ALARMS_EVERY_MS }, () => watchAlarms(sql, settings, now())),
    repeat({ signal, onError, everyMs: MINUTE_MS }, () => enqueueDigest(sql, settings, timeZone, now())),
  ])
}
