/** The day on which somebody is to look at a lead again, as days of the report time zone. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { calendarDay } from '../words/format.ts'
import { reportZone } from '../words/report-zone.ts'

export const todayThere = (now = new Date()): string =>
  now.toLocaleDateString('sv-SE', { timeZone: reportZone() })

export const inDays = (today: string, days: number): string => {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

type Due = { when: 'overdue' | 'today' | 'later'; text: string }

/** null without a day. Nobody has to look at a closed lead again. */
export const dueOf = (
  { followUp, status }: Pick<Lead, 'followUp' | 'status'>,
  today = todayThere(),
): Due | null => {
  if (followUp === null || status === 'closed') return null
  if (followUp === today) return { when: 'today', text: 'Due today' }
  return followUp < today
    ? { when: 'overdue', text: `Overdue since ${calendarDay(followUp)}` }
    : { when: 'later', text: `Follow up on ${calendarDay(followUp)}` }
}
