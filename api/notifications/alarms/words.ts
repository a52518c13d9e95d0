/** What alarms are called and what to do about them. */

export const ALARMS = ['accounting', 'projector', 'canary', 'backup'] as const
export type AlarmName = (typeof ALARMS)[number]

type Words = { begun: string; sentence: string; over: string }

export const ALARM_WORDS: Readonly<Record<AlarmName, Words>> = {
  accounting: {
    begun: 'Accepted events are not accounted for',
    sentence:
      'The accounting of events does not balance: the figures of the dashboard may be wrong. Settings say which type of event it is; an operator finds what to do under "AccountingDoesNotBalance" in infra/README.md.',
    over: 'The accounting balances again',
  },
  projector: {
    begun: 'The figures stand still',
    sentence:
      'Events are taken, but they do not reach the figures of the dashboard: a projector has stopped or is far behind. Nothing is lost; an operator finds what to do under "ProjectorStopped" in infra/README.md.',
    over: 'The figures move on again',
  },
  canary: {
    begun: 'A test event has not arrived',
    sentence:
      'The test event that is sent again and again has not reached the read models for minutes: something between ingest and the figures does not work. An operator finds what to do under "CanaryLate" in infra/README.md.',
    over: 'Test events arrive again',
  },
  backup: {
    begun: 'There is no recent backup',
    sentence:
      'npm run backup was last done longer ago than BACKUP_WITHIN_HOURS says. An operator finds how under "Backups" in infra/README.md.',
    over: 'There is a recent backup again',
  },
}

export type AlarmEdge = 'begun' | 'over'

/** As a row of the queue names it: one for the beginning, one for the end of the same alarm. */
export const alarmAbout = (name: AlarmName, raisedAt: Date, edge: AlarmEdge): string =>
  `${name} ${raisedAt.toISOString()} ${edge}`

export const readAlarmAbout = (about: string): { name: AlarmName; edge: AlarmEdge } | null => {
  const [given, , edge] = about.split(' ')
  const name = ALARMS.find(one => one === given)
  return name && (edge === 'begun' || edge === 'over') ? { name, edge } : null
}
