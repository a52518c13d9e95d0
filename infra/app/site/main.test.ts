import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { openHttp } from '../../platform/http/http.ts'
import { buildSiteIfNeeded } from './build.ts'
import { startSite } from './main.ts'

beforeAll(() => buildSiteIfNeeded())

test('the site as a separate process follows the API’s settings, and keeps the last ones while the API is unavailable', async () => {
  let shares: ServedShares = declaredShares()
  const api = openHttp()
  api.get('/api/experiments/shares', async () => shares)
  const apiUrl = await api.listen({ host: '127.0.0.1', port: 0 })
  const site = await startSite(
    readEnv({ PORT: '0', HOST: '127.0.0.1', API_URL: apiUrl, LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' }),
  )
  const page = async () => (await fetch(`${site.url}/trial-signup`)).text()
  expect(await page()).toContain('"trialHeading":{"shown":"control"}')
  shares = { ...shares, trialHeading: { shown: 'freeWeek' } }
  await expect.poll(page, { timeout: 10_000 }).toContain('"trialHeading":{"shown":"freeWeek"}')
  await api.close()
  expect(await page()).toContain('"trialHeading":{"shown":"freeWeek"}')
  await site.close()
})
