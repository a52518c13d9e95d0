/** The weekly digest is due on Mondays at 8:00 in the installation's time zone. A missed digest is sent until the next one is due. */
import { HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { ISql } from 'postgres'
import type { NotifySettings } from '../deps.ts'
import { enqueueNews } from '../notifications/queue.ts'
import { addDays, dayIn, localHour, startOfDay } from '../read-model/report-days.ts'

const AT_HOUR = 8

/** `week` is the first day of the last complete week. */
export const digestDue = (zone: string, now: Date): { week: string; at: Date } => {
  const monday = mondayOf(dayIn(zone, now))
  const at = hourOf(zone, monday, AT_HOUR)
  if (at <= now) return { week: addDays(monday, -7), at }
  const before = addDays(monday, -7)
  return { week: addDays(before, -7), at: hourOf(zone, before, AT_HOUR) }
}

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Correct also if clocks change before that hour. */
const hourOf = (zone: string, day: string, hour: number): Date => {
  const at = startOfDay(zone, day).getTime() + hour * HOUR_MS
  return new Date(at + (hour - localHour(zone, at).hour) * HOUR_MS)
}

/** The queue's key contains the week, so each recipient gets one digest even with several processes. */
export const enqueueDigest = async (sql: ISql, settings: NotifySettings, zone: string, now: Date) => {
  const { week, at } = digestDue(zone, now)
  await enqueueNews(sql, settings, { kind: 'digest', about: week, at })
}
