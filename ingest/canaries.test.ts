import { openRegistry } from '@firsttouch/infra/platform/metrics'
import { expect, test } from 'vitest'
import { buildIngest } from './app.ts'
import { CANARY_AGENT, CANARY_SESSION } from './events.ts'
import { ingestMetrics } from './metrics.ts'

test('canaries are counted separately from visitors’ events', async () => {
  const metrics = ingestMetrics(openRegistry(), { inFlight: () => 0, positions: () => null })
  const app = buildIngest({ log: { append: async () => undefined }, metrics })
  const post = (sessionId: string, agent: string) =>
    app.inject({
      method: 'POST',
      url: '/api/analytics/visit',
      payload: { sessionId, pagePath: '/' },
      headers: { 'user-agent': agent },
    })
  expect((await post('utm_1_a', 'Mozilla/5.0')).statusCode).toBe(202)
  expect((await post(`${CANARY_SESSION}1`, CANARY_AGENT)).statusCode).toBe(202)
  expect((await metrics.canaries.get()).values).toMatchObject([{ value: 1 }])
})
