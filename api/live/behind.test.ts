import type { AddressInfo } from 'node:net'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { expect, test, vi } from 'vitest'
import { openStaffApi } from '../testing/api.ts'
import { followLive } from '../testing/live-stream.ts'

test('while entries wait, the stream reports the lag at every check', async () => {
  const api = await openStaffApi()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const app = await api.build()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await api.log.append([{ key: 'utm_1', value: '{}' }])
  const asOf = api.clock.now.toISOString()
  const cookie = Object.entries(api.cookies)
    .map(pair => pair.join('='))
    .join('; ')
  const { messages, heartbeats, leave } = await followLive(`http://127.0.0.1:${port}/api/admin/live`, {
    cookie,
  })
  try {
    for (const lagMs of [7_000, 9_000, 2_000]) {
      api.clock.now = new Date(Date.parse(asOf) + lagMs)
      vi.advanceTimersByTime(2_000)
      await until(() => heartbeats.at(-1)?.lagMs === lagMs, 10_000)
      expect(heartbeats.at(-1)).toEqual({ changed: [], asOf, lagMs })
    }
    // A lag of two seconds is not behind, so the next checks push only changes.
    vi.advanceTimersByTime(2_000)
    await api.sql.notify('firsttouch_changed', '{"changed":["analytics"]}')
    await until(() => messages.length === 2, 10_000)
    expect(messages[1]?.changed).toEqual(['analytics'])
    expect(heartbeats).toHaveLength(3)
  } finally {
    leave()
    vi.useRealTimers()
  }
})
