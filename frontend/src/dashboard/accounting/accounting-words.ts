import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { count, counted, duration, plural } from '../words/format.ts'

export const TYPE_NAMES: Record<PipelineAccounting['types'][number]['type'], string> = {
  visit: 'Visits',
  conversion: 'Conversions',
  ab_test: 'A/B test events',
  engagement: 'Engagement of visits',
  unknown: 'Unreadable',
  lead_recorded: 'Leads recorded',
  lead_changed: 'Leads changed',
  campaign_changed: 'Campaigns changed',
  spend_recorded: 'Costs recorded',
  experiment_changed: 'Tests changed',
}

export const lagInWords = ({ entries, seconds }: PipelineAccounting['lag']): string => {
  if (entries === null || seconds === null)
    return 'It is not known at the moment how many events are waiting to be counted.'
  if (entries === 0) return 'Every accepted event is counted.'
  const oldest = `${plural(entries, 'for', 'the oldest for')} ${duration(seconds * 1000)}`
  return `${counted(entries, 'log entries')} ${plural(entries, 'waits', 'wait')} to be counted, ${oldest}.`
}

/** The canary is a test event that the system sends every minute. A gap of three minutes is a fault. */
const CANARY_LATE_MS = 180_000

export const canaryInWords = (canary: PipelineAccounting['canary'], now: number): string => {
  if (!canary)
    return 'No test event has arrived in the last day. Test events are switched off, or they are getting lost.'
  const age = now - Date.parse(canary.seenAt)
  return age > CANARY_LATE_MS
    ? `The newest test event is ${duration(age)} old. One should arrive every minute.`
    : `A test event is sent every minute. The newest one that arrived is ${duration(age)} old.`
}

export const comparisonInWords = (reconciliation: PipelineAccounting['reconciliation']): string => {
  if (!reconciliation) return 'Not compared yet.'
  const { differences, hours } = reconciliation
  const span = `the last ${counted(hours, 'hours')}`
  if (differences.length === 0) return `Accepted and counted events agree for each of ${span}.`
  const events = differences.reduce((sum, { difference }) => sum + Math.abs(difference), 0)
  return `${counted(events, 'events')} ${plural(events, 'differs', 'differ')} in ${span}. ${plural(events, 'It is', 'They are')} being counted again.`
}

export const asideInWords = (deadLetters: PipelineAccounting['deadLetters']): string =>
  deadLetters.length === 0
    ? 'No dead letters.'
    : `Entries that could not be read or counted: ${deadLetters
        .map(({ reason, entries }) => `${count(entries)} (${reason.replaceAll('_', ' ')})`)
        .join(', ')}. They are kept, and an operator can replay them.`

export const balanceInWords = (balanced: PipelineAccounting['balanced']) => BALANCES[`${balanced}`]

const BALANCES = {
  true: {
    badge: 'Balanced',
    sentence:
      'Every accepted event is counted, waiting to be counted or a dead letter. None is lost or counted twice.',
  },
  false: {
    badge: 'Not balanced',
    sentence:
      'The accepted and the counted events do not add up. The figures may be wrong: tell an operator.',
  },
  null: {
    badge: 'Not known',
    sentence:
      'Some or all events are not being counted. They are stored, but it is not known whether the figures add up. If this lasts, tell an operator.',
  },
}

export const releaseInWords = ({ version, commit }: PipelineAccounting['release']): string =>
  commit ? `${version}, commit ${commit}` : version
