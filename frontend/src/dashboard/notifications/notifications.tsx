/** What staff are told of outside the dashboard, and whether it arrives. */
import type { Notifications as Answer } from '@firsttouch/api/contract/notifications/state'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { useRead } from '../data/use-read.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { Deliveries } from './deliveries.tsx'
import { fallbackInWords } from './notification-words.ts'

const ChoiceForm = lazily(async () => (await import('./choice-form.tsx')).ChoiceForm, 'm-5 h-40')

/** Of one's own. */
export const OwnNotifications = () => (
  <Section id="notifications" title="Your notifications">
    <Loaded query={useRead('notifications')} what="your notifications" skeleton="m-5 h-40">
      {({ own, channels }) => <ChoiceForm own={own} isOn={isMailOn(channels)} />}
    </Loaded>
  </Section>
)

/** Of the whole installation. */
export const Channels = () => {
  const query = useRead('notifications')
  return (
    <Section id="channels" title="Mail and webhook" meta={query.data && <Summary answer={query.data} />}>
      <Loaded query={query} what="messages to staff" skeleton="m-5 h-40">
        {answer => <Body answer={answer} />}
      </Loaded>
    </Section>
  )
}

const isMailOn = (channels: Answer['channels']): boolean =>
  channels.some(({ channel, through }) => channel === 'email' && through !== null)

const Summary = ({ answer: { channels } }: { answer: Answer }) => {
  const isOn = channels.some(({ through }) => through !== null)
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0)
  if (failed > 0) return <Badge tone="danger">{failed} given up</Badge>
  return <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
}

const Body = ({ answer }: { answer: Answer }) => {
  const { alarms, channels, fallback } = answer
  const rest = isMailOn(channels) && fallbackInWords(fallback.addresses, fallback.kinds)
  return (
    <>
      {alarms.length > 0 && <Alarms alarms={alarms} />}
      <Deliveries answer={answer} />
      {rest && <p className="max-w-prose px-4 pb-4 text-muted sm:px-5">{rest}</p>}
    </>
  )
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
