import type { Channel, TestAnswer } from '@firsttouch/api/contract/notifications'
import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { writeFailure } from '../data/failures.ts'
import { adminCall } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'

/** `isReady` is false without an address to send to. */
export const TestButton = ({ channel, isReady }: { channel: Channel; isReady: boolean }) => {
  const test = useMutation({
    mutationFn: () =>
      adminCall<TestAnswer>({ method: 'POST', path: 'notifications/test', body: { channel } }),
  })
  const outcome = test.error ? { arrived: false, said: writeFailure(test.error) } : test.data
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button disabled={!isReady || test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? 'Sending...' : 'Send a test message'}
      </Button>
      <p
        role="status"
        className={clsx(
          'min-w-0 flex-[1_1_16rem] wrap-anywhere',
          outcome?.arrived === false && 'text-danger',
        )}
      >
        {outcome?.said ?? (isReady ? '' : <span className="text-muted">Save your address first.</span>)}
      </p>
    </div>
  )
}
