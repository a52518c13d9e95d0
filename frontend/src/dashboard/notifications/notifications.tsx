/** Shows each person's choice of notifications, and whether messages arrive. */
import type { Notifications as Answer } from '@firsttouch/api/contract/notifications'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { CHANNEL_WORDS, fallbackInWords, KIND_WORDS, SWITCH_ON, stateInWords } from './notification-words.ts'
import { TestButton } from './test-button.tsx'

const ChoiceForm = lazily(async () => (await import('./choice-form.tsx')).ChoiceForm, 'm-5 h-40')

export const OwnNotifications = () => (
  <Section id="notifications" title="Your notifications">
    <Loaded query={useRead('notifications')} what="your notifications" skeleton="m-5 h-40">
      {({ own, channels }) => <ChoiceForm own={own} isOn={isMailOn(channels)} />}
    </Loaded>
  </Section>
)

export const Channels = () => {
  const query = useRead('notifications')
  return (
    <Section id="channels" title="Mail and webhook" meta={query.data && <Summary answer={query.data} />}>
      <Loaded query={query} what="messages to staff" skeleton="m-5 h-40">
        {answer => (
          <>
            {answer.alarms.length > 0 && <Alarms alarms={answer.alarms} />}
            <Deliveries answer={answer} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const isMailOn = (channels: Answer['channels']): boolean =>
  channels.some(({ channel, through }) => channel === 'email' && through !== null)

const Summary = ({ answer: { channels } }: { answer: Answer }) => {
  const isOn = channels.some(({ through }) => through !== null)
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0)
  if (failed > 0) return <Badge tone="danger">{failed} not delivered</Badge>
  return <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
}

const Alarms = ({ alarms }: Pick<Answer, 'alarms'>) => (
  <div className="border-b border-line bg-danger-surface px-4 py-3 sm:px-5">
    <p className="flex items-center gap-2 font-semibold text-danger">
      <TriangleAlert aria-hidden size={18} /> {counted(alarms.length, 'alarms')}
    </p>
    <ul className="mt-1 space-y-2">
      {alarms.map(({ name, sentence, since }) => (
        <li key={name} className="max-w-prose">
          <span className="font-medium">
            {name}, since {dateTime(since)}.
          </span>{' '}
          {sentence}
        </li>
      ))}
    </ul>
  </div>
)

const Deliveries = ({ answer: { channels, failures, fallback } }: { answer: Answer }) => (
  <div className="px-4 py-4 sm:px-5">
    <dl className="space-y-3">
      {channels.map(({ channel, through, reason, ...state }) => (
        <div key={channel} className="flex flex-wrap gap-x-4">
          <dt className="w-24 shrink-0 text-muted">{CHANNEL_WORDS[channel]}</dt>
          <dd className="min-w-0 flex-[1_1_16rem] space-y-1 wrap-anywhere">
            <p>{through ? `Through ${through}. ${stateInWords(state)}` : SWITCH_ON[channel]}</p>
            {reason && <p className="text-danger">{reason}</p>}
            {channel === 'webhook' && through && <TestButton channel="webhook" isReady />}
          </dd>
        </div>
      ))}
    </dl>
    {failures.length > 0 && <GivenUp failures={failures} />}
    {isMailOn(channels) && (
      <p className="mt-4 max-w-prose text-muted empty:hidden">
        {fallbackInWords(fallback.addresses, fallback.kinds)}
      </p>
    )}
  </div>
)

const GivenUp = ({ failures }: Pick<Answer, 'failures'>) => {
  const again = useAdminWrite<void, { again: number }>({
    call: () => ({ method: 'POST', path: 'notifications/retry', body: {} }),
    changes: 'notifications',
    failure: 'Failed to send the messages again',
    onSaved: answer => toast({ title: `${counted(answer.again, 'messages')} queued again` }),
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-semibold">Not delivered</h3>
        <Button disabled={again.isPending} onClick={() => again.mutate()}>
          {again.isPending ? 'One moment...' : 'Send them again'}
        </Button>
      </div>
      <ul className="mt-2 space-y-2">
        {failures.map(({ id, channel, kind, to, happenedAt, tries, reason }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{KIND_WORDS[kind]}</span>{' '}
            <span className="text-muted">
              {dateTime(happenedAt)}, to {to || CHANNEL_WORDS[channel]}, {counted(tries, 'tries')}.
            </span>{' '}
            {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
