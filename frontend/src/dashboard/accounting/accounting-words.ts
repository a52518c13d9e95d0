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
  if (entries === null || seconds === null) return 'How much waits to be counted is not known just now.'
  if (entries === 0) return 'Nothing waits: everything that was accepted is counted.'
  const oldest = `${plural(entries, 'for', 'the oldest for')} ${duration(seconds * 1000)}`
  return `${counted(entries, 'log entries')} ${plural(entries, 'waits', 'wait')} to be counted, ${oldest}.`
}

/** The canary sends one test event a minute, so a gap of three minutes is a fault. */
const CANARY_LATE_MS = 180_000

export const canaryInWords = (canary: PipelineAccounting['canary'], now: number): string => {
  if (!canary) return 'No test event was seen in the last day: they are switched off, or do not come through.'
  const age = now - Date.parse(canary.seenAt)
  return age > CANARY_LATE_MS
    ? `The last one that came through was sent ${duration(age)} ago: one should come every minute.`
    : `One is sent every minute, and the last one that came through is ${duration(age)} old.`
}

export const comparisonInWords = (reconciliation: PipelineAccounting['reconciliation']): string => {
  if (!reconciliation) return 'Not compared yet.'
  const { differences, hours } = reconciliation
  const span = `the last ${counted(hours, 'hours')}`
  if (differences.length === 0) return `What came in and what is counted agree in each of ${span}.`
  const events = differences.reduce((sum, { difference }) => sum + Math.abs(difference), 0)
  return `${counted(events, 'events')} ${plural(events, 'differs', 'differ')} in ${span}; ${plural(events, 'it is', 'they are')} counted again.`
}

export const asideInWords = (deadLetters: PipelineAccounting['deadLetters']): string =>
  deadLetters.length === 0
    ? 'Nothing is set aside.'
    : `Set aside because they could not be read: ${deadLetters
        .map(({ reason, entries }) => `${count(entries)} (${reason.replaceAll('_', ' ')})`)
        .join(', ')}. They are kept, and an operator can put them through again.`

export const balanceInWords = (balanced: PipelineAccounting['balanced']) => BALANCES[`${balanced}`]

const BALANCES = {
  true: {
    badge: 'Balanced',
    sentence:
      'Every event that was accepted is counted, set aside or on its way: none is lost, none counted twice.',
  },
  false: {
    badge: 'Not balanced',
    sentence:
      'What was accepted and what became of it do not add up. The figures may be wrong: tell an operator.',
  },
  null: {
    badge: 'Not known',
    sentence:
      'Counting stands still, wholly or in part: what was accepted since is kept, but whether everything adds up is not known.',
  },
}

export const releaseInWords = ({ version, commit }: PipelineAccounting['release']): string =>
  commit ? `${version}, commit ${commit}` : version
