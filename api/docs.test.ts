import { openHttp } from '@firsttouch/infra/platform/http/http'
import { expect, test } from 'vitest'
import { apiRoutes } from './app.ts'
import { CONFIG, openStaffApi } from './testing/api.ts'

const api = await openStaffApi()

test('staff can read the description of every call', async () => {
  const routes = new Set<string>()
  const app = openHttp()
  app.addHook('onRoute', ({ url }) => void routes.add(url.replace(/:(\w+)|(\*)/g, '{$1$2}')))
  await app.register(apiRoutes({ ...api, config: CONFIG }))
  await app.ready()
  await app.close()
  const answer = await api.app.inject({ url: '/api/admin/docs/json', cookies: api.cookies })
  expect(answer.statusCode).toBe(200)
  const { paths } = answer.json()
  const described = [...routes].filter(url => !url.startsWith('/api/admin/docs'))
  expect(described.length).toBeGreaterThan(20)
  expect(Object.keys(paths).sort()).toEqual(described.sort())
  const body = paths['/api/trial-signup'].post.requestBody.content['application/json'].schema
  expect(body.required).toContain('primaryKeyword')
})

test('the documentation page and its assets are served', async () => {
  for (const path of ['/api/admin/docs/', '/api/admin/docs/static/swagger-ui.css'])
    expect((await api.app.inject({ url: path, cookies: api.cookies })).statusCode).toBe(200)
  const page = await api.app.inject({ url: '/api/admin/docs/', cookies: api.cookies })
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';.* frame-ancestors 'none'/)
})

test('the documentation needs a login', async () => {
  for (const path of ['/api/admin/docs/json', '/api/admin/docs/'])
    expect((await api.app.inject({ url: path })).statusCode).toBe(401)
})
