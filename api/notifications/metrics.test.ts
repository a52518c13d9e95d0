import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { notificationMetrics } from './state.ts'

test('every state of a channel starts at 0, so that its first occurrence shows as an increase', async () => {
  const registry = new Registry()
  const rows = [{ channel: 'email', state: 'sent', rows: 3, oldestSeconds: 9 }]
  notificationMetrics(registry, async () => rows)
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toContain('notifications_queue{channel="email",state="sent"} 3')
  expect(lines).toContain('notifications_queue{channel="email",state="failed"} 0')
  expect(lines).toContain('notifications_queue{channel="webhook",state="failed"} 0')
  expect(lines.filter(line => line.startsWith('notifications_oldest'))).toEqual([])
})
