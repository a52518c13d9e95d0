/** Checks nginx.conf against the code behind it. nginx.long.test.ts runs a real nginx. */

import { BREAKER_LIMITS } from '@firsttouch/ingest/circuit-breaker'
import { expect, test } from 'vitest'
import { DRAIN_SECONDS } from '../../platform/service.ts'
import { openEveryService } from '../security/every-service.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { locationOf, readLocations, readNginxConf } from '../testing/proxy/nginx-conf.ts'

const cleanUp = cleanUpAfter('each')

/** Room for multipart headers, so that nginx does not refuse a body that the service accepts. */
const ROOM_BYTES = 16 * 1024

test('nginx’s body limit is slightly above the largest body of every call', async () => {
  const service = await openEveryService()
  cleanUp.push(service.close)
  const locations = await readLocations()
  const takesBody = service.routes.filter(({ method }) => /POST|PUT|PATCH|DELETE/.test(method))
  expect(takesBody.length).toBeGreaterThan(20)
  for (const { method, url, bodyLimit } of takesBody)
    expect(locationOf(locations, url)?.maxBody, `${method} ${url}`).toBeGreaterThanOrEqual(
      bodyLimit + ROOM_BYTES,
    )
  for (const location of locations) {
    const limits = takesBody.filter(({ url }) => locationOf(locations, url) === location)
    const largest = Math.max(...limits.map(({ bodyLimit }) => bodyLimit), 0)
    if (limits.length > 0)
      expect(location.maxBody, location.path).toBeLessThanOrEqual(1.3 * largest + ROOM_BYTES)
  }
})

test('nginx never excludes a server, and keeps idle connections for less time than a process drains', async () => {
  const upstreams = [...(await readNginxConf()).matchAll(/^ {2}upstream (\w+) \{(.*)\}/gm)]
  expect(upstreams.map(([, name]) => name)).toEqual(['ingest', 'api', 'site'])
  for (const [, name, block = ''] of upstreams) {
    expect(block, name).toContain(`server ${name}:3000 resolve max_fails=0;`)
    expect(Number(/keepalive_timeout (\d+)s;/.exec(block)?.[1]), name).toBeLessThan(DRAIN_SECONDS)
  }
})

test('nginx waits longer for ingest than ingest waits for the log', async () => {
  const block = /location \/api\/analytics\/ \{(.*?)^ {4}\}/ms.exec(await readNginxConf())?.[1] ?? ''
  const seconds = Number(/proxy_read_timeout (\d+)s;/.exec(block)?.[1])
  expect(seconds * 1000).toBeGreaterThan(BREAKER_LIMITS.appendTimeoutMs)
})

test('nginx retries a request on another process, except an import, whose body nginx does not buffer', async () => {
  const text = await readNginxConf()
  for (const { path, block } of await readLocations()) {
    if (/proxy_request_buffering off;/.test(block)) continue
    const again = /error_page 502 504 = (@\w+);/.exec(block)?.[1]
    expect(again, path).toBeDefined()
    expect(text, path).toMatch(
      new RegExp(`^ {4}location ${again} \\{[^}]*?(\\{[^}]*\\}[^}]*?)*proxy_pass `, 'm'),
    )
  }
})
