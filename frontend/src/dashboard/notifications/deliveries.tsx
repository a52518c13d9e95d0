/** What became of the messages: sent, waiting, given up, and why. */
import type { Notifications } from '@firsttouch/api/contract/notifications/state'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { counted, dateTime } from '../words/format.ts'
import { CHANNEL_WORDS, KIND_WORDS, SWITCH_ON, stateInWords } from './notification-words.ts'
import { TestButton } from './test-button.tsx'

export const Deliveries = ({ answer: { channels, failures } }: { answer: Notifications }) => (
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
  </div>
)

const GivenUp = ({ failures }: Pick<Notifications, 'failures'>) => {
  const again = useAdminWrite<void, { again: number }>({
    call: () => ({ method: 'POST', path: 'notifications/retry', body: {} }),
    changes: 'notifications',
    failure: 'Failed to send them again',
    onSaved: answer => toast({ title: `${counted(answer.again, 'messages')} on the way again` }),
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-semibold">Given up</h3>
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
