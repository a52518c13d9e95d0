import { DAY_MS, HOUR_MS } from '@firsttouch/infra/platform/timing'
import { REPLY_HOURS, TEAM_DAYS, TEAM_HOURS } from '../contract/fields/reply-promise.ts'

export const replyDue = (source: string, at: Date): Date =>
  source === 'trial_signup_page'
    ? afterTeamTime(at, REPLY_HOURS.trial * HOUR_MS)
    : new Date(at.getTime() + REPLY_HOURS.form * HOUR_MS)

/** Adds `ms` milliseconds of office hours to `at`. */
const afterTeamTime = (at: Date, ms: number): Date => {
  let left = ms
  for (let day = Math.floor(at.getTime() / DAY_MS) * DAY_MS; ; day += DAY_MS) {
    if (!TEAM_DAYS.includes(new Date(day).getUTCDay())) continue
    const opens = Math.max(at.getTime(), day + TEAM_HOURS.from * HOUR_MS)
    const open = day + TEAM_HOURS.to * HOUR_MS - opens
    if (open >= left) return new Date(opens + left)
    left -= Math.max(0, open)
  }
}
