/** What the queue of notifications tells Prometheus. */
import { openMeters } from '@firsttouch/infra/platform/metrics'
import type { Registry } from 'prom-client'
import { CHANNELS } from '../contract/notifications/choice.ts'
import type { NotificationCounts } from './state.ts'

const QUEUE_STATES = ['waiting', 'sent', 'failed', 'dropped']

export const notificationMetrics = (registry: Registry, read: () => Promise<NotificationCounts>): void => {
  const { readGauge } = openMeters(registry)
  readGauge(
    'notifications_queue',
    'Notifications of staff in the last 30 days. state: waiting, sent, failed, dropped.',
    ['channel', 'state'],
    async () => {
      const counts = await read()
      // A series that begins with its first failure shows no increase: the alarm for it would not ring.
      const noughts = CHANNELS.flatMap(channel => QUEUE_STATES.map(state => [{ channel, state }, 0] as const))
      return [...noughts, ...counts.map(({ channel, state, rows }) => [{ channel, state }, rows] as const)]
    },
  )
  readGauge(
    'notifications_oldest_seconds',
    'How long the oldest notification has waited that is to be sent.',
    ['channel'],
    async () => {
      const waiting = (await read()).filter(({ state }) => state === 'waiting')
      return waiting.map(({ channel, oldestSeconds }) => [{ channel }, oldestSeconds])
    },
  )
}
