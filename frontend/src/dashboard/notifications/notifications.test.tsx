import { expect, test } from 'vitest'
import { NOTIFICATIONS } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { Channels, OwnNotifications } from './notifications.tsx'

const channels = NOTIFICATIONS.channels.map(channel => ({ ...channel, failed: 0, reason: '' }))
const calm = { ...NOTIFICATIONS, channels, failures: [], alarms: [] }

test('the channels show alarms, delivery states and failed messages', () => {
  expect(shown(<Channels />)).toEqual([
    'Mail and webhook',
    '3 not delivered',
    '1 alarm',
    'No backup, since 29 Mar 2026, 07:00. The last copy is two days old.',
    'E-mail:',
    'Through mail.example.com:465. Last sent 29 Mar 2026, 11:00. 1,204 sent in the last 30 days. 2 messages wait, since 29 Mar 2026, 11:30. 3 were not delivered.',
    'The mailbox is full.',
    'Webhook:',
    'Off. An operator switches it on with WEBHOOK_URL and WEBHOOK_SECRET; .env.example says how.',
    'Not delivered',
    '[Send them again]',
    'Trial sign-ups 28 Mar 2026, 09:00, to ben@example.com, 9 tries. No such mailbox.',
    'New leads 28 Mar 2026, 10:00, to Webhook, 1 try. It answered 410.',
    'No member of staff has chosen “The week in figures, on Mondays at 8:00”. These notifications go to desk@example.com (NOTIFY_TO).',
  ])
})

test('without alarms and failures the channels show their state only', () => {
  const lines = shown(<Channels />, { answers: { notifications: calm } })
  expect(lines[1]).toBe('On')
  expect(lines.join()).not.toMatch(/alarm|Not delivered/)
})

test('a disabled channel names who can enable it, and no recipients', () => {
  const off = channels.map(channel => ({ ...channel, through: null }))
  const lines = shown(<Channels />, { answers: { notifications: { ...calm, channels: off } } })
  expect(lines[1]).toBe('Off')
  expect(lines.filter(line => line.startsWith('Off. An operator'))).toHaveLength(2)
  expect(lines.join()).not.toContain('No member of staff')
})

test('an enabled webhook offers a test message', () => {
  const on = channels.map(channel => ({ ...channel, through: 'hooks.example.com' }))
  const lines = shown(<Channels />, { answers: { notifications: { ...calm, channels: on } } })
  expect(lines).toContain('Through hooks.example.com. Nothing has been sent yet.')
  expect(lines).toContain('[Send a test message]')
})

test('the user’s own notifications are separate from the delivery states', () => {
  const lines = shown(<OwnNotifications />)
  expect(lines[0]).toBe('Your notifications')
  expect(lines.join()).not.toMatch(/alarm|Webhook|NOTIFY_TO/)
})

test('staff can choose before a mail server exists, and send a test once there is an address', () => {
  const form = (email: string, isOn: boolean) =>
    shown(<ChoiceForm own={{ email, kinds: ['lead'] }} isOn={isOn} />)
  expect(form('ada@example.com', false)).toEqual([
    'Your e-mail address []',
    'Messages contain no contact data. Their link opens the record after you log in.',
    'Email me about',
    '[ ] New leads',
    '[ ] Trial sign-ups',
    '[ ] Onboardings',
    '[ ] An A/B test is decided',
    '[ ] An A/B test has an unexpected traffic split',
    '[ ] Pipeline alerts: late figures, events that are unaccounted for, missing backup',
    '[ ] The week in figures, on Mondays at 8:00',
    '[Save]',
    'E-mail is not set up yet. Your choice applies once it is.',
  ])
  expect(form('ada@example.com', true).at(-1)).toBe('[Send a test message]')
  expect(form('', true).slice(-2)).toEqual(['[Send a test message, disabled]', 'Save your address first.'])
})
