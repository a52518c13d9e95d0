import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { countResponses } from '../metrics.ts'
import { HttpError, openHttp } from './http.ts'

test('responses count by status and the start of the route, never by the sender’s text', async () => {
  const registry = new Registry()
  const app = openHttp()
  countResponses(app, registry)
  app.get('/api/admin/leads/:id', async () => ({}))
  app.get('/api/contact', async () => {
    throw new HttpError(429, 'Too often.')
  })
  for (const url of ['/api/admin/leads/17', '/api/admin/leads/18', '/api/contact', '/api/any/thing?x=1'])
    await app.inject(url)
  const { values } = (await registry.getMetricsAsJSON())[0] ?? {}
  expect(values?.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { route: '/api/admin', status: '200', value: 2 },
    { route: '/api/contact', status: '429', value: 1 },
    { route: 'none', status: '404', value: 1 },
  ])
})
