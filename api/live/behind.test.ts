import type { AddressInfo } from 'node:net'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { expect, test, vi } from 'vitest'
import type { LiveMessage } from '../contract/live.ts'
import { openStaffApi } from '../testing/api.ts'

test('while something waits to be counted, the stream tells its age at every look: nobody announces that', async () => {
  const api = await openStaffApi()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const over = new AbortController()
  try {
    const app = await api.build()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    await api.log.append([{ key: 'utm_1', value: '{}' }])
    const asOf = api.clock.now.toISOString()
    const cookie = Object.entries(api.cookies)
      .map(pair => pair.join('='))
      .join('; ')
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/live`, {
      headers: { cookie },
      signal: over.signal,
    })
    const heard: LiveMessage[] = []
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const chunk of answer.body ?? [])
        for (const [, said = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm))
          heard.push(JSON.parse(said))
    }
    read().catch(() => undefined)
    await until(() => heard.length > 0, 10_000)
    for (const lagMs of [7_000, 9_000, 2_000]) {
      api.clock.now = new Date(Date.parse(asOf) + lagMs)
      vi.advanceTimersByTime(2_000)
      await until(() => heard.at(-1)?.lagMs === lagMs, 10_000)
      expect(heard.at(-1)).toEqual({ changed: [], asOf, lagMs })
    }
    // Two seconds are not behind: from the next look on nothing is told but what changed.
    const told = heard.length
    vi.advanceTimersByTime(2_000)
    await api.sql.notify('firsttouch_changed', '{"changed":["analytics"]}')
    await until(() => heard.at(-1)?.changed.length === 1, 10_000)
    expect(heard.slice(told).map(({ changed }) => changed)).toEqual([['analytics']])
  } finally {
    over.abort()
    vi.useRealTimers()
  }
})
