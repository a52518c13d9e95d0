import type { Channel, ChannelState, Kind } from '@firsttouch/api/contract/notifications'
import { count, counted, dateTime, plural } from '../words/format.ts'

export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  lead: 'New leads',
  trial: 'Trial sign-ups',
  onboarding: 'Onboardings',
  verdict: 'An A/B test is decided',
  split_broken: 'An A/B test has an unexpected traffic split',
  alarm: 'Pipeline alerts: late figures, events that are unaccounted for, missing backup',
  digest: 'The week in figures, on Mondays at 8:00',
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })

export const CHANNEL_WORDS: Readonly<Record<Channel, string>> = { email: 'E-mail', webhook: 'Webhook' }

export const SWITCH_ON: Readonly<Record<Channel, string>> = {
  email:
    'Off. An operator switches it on with SMTP_URL, the address of a mail server; .env.example says how.',
  webhook: 'Off. An operator switches it on with WEBHOOK_URL and WEBHOOK_SECRET; .env.example says how.',
}

/** Says who gets the notifications that no member of staff has chosen. null if `kinds` is empty. */
export const fallbackInWords = (addresses: readonly string[], kinds: readonly Kind[]): string | null => {
  if (kinds.length === 0) return null
  const of = LIST.format(kinds.map(kind => `“${KIND_WORDS[kind]}”`))
  return addresses.length > 0
    ? `No member of staff has chosen ${of}. These notifications go to ${LIST.format(addresses)} (NOTIFY_TO).`
    : `Not sent to anyone by e-mail: ${of}.`
}

/** The reason for a failure is shown separately. */
export const stateInWords = (state: Omit<ChannelState, 'channel' | 'through' | 'reason'>): string => {
  const { lastSentAt, sent, waiting, oldestAt, failed } = state
  return [
    lastSentAt
      ? `Last sent ${dateTime(lastSentAt)}. ${count(sent)} sent in the last 30 days.`
      : 'Nothing has been sent yet.',
    ...(waiting > 0 && oldestAt
      ? [`${counted(waiting, 'messages')} ${plural(waiting, 'waits', 'wait')}, since ${dateTime(oldestAt)}.`]
      : []),
    ...(failed > 0 ? [`${count(failed)} ${plural(failed, 'was', 'were')} not delivered.`] : []),
  ].join(' ')
}
