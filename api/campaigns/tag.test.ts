import { settingsIn } from '@firsttouch/ingest/settings'
import { beforeEach, expect, test } from 'vitest'
import { openStaffApi } from '../testing/api.ts'

const api = await openStaffApi()
beforeEach(() => api.sql`DELETE FROM settings WHERE name LIKE 'tag%'`)

const put = (hosts: unknown) => api.call('PUT', 'tag', { hosts })

test('staff can paste hosts as whole addresses, and each host is listed once', async () => {
  const answer = await put(
    'https://Shop.Example.com/offer?a=1\n shop.example.com \nlocalhost:8081\n\nxn--bcher-kva.example',
  )
  expect(answer.json().hosts.map(({ host }: { host: string }) => host)).toEqual([
    'shop.example.com',
    'localhost:8081',
    'xn--bcher-kva.example',
  ])
  expect((await put('')).json()).toEqual({ hosts: [], strangers: [] })
})

test.each([
  ['no host'],
  ['shop'],
  ['https://'],
  ['http://ada:secret@shop.example'],
  ['1.2.3.4'],
  ['a'.repeat(300)],
])('%j is refused with the field and what to do', async host => {
  const answer = await put(host)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toEqual([
    { path: 'hosts', message: `Hosts: "${host.slice(0, 60)}" is not a host such as shop.example.com` },
  ])
})

test('the settings show the progress of each host’s tag, and refused hosts', async () => {
  const { saw } = settingsIn(api.sql)
  await put('a.example\nb.example\nc.example\nd.example')
  await saw('script', 'b.example')
  await saw('script', 'c.example')
  await saw('refused', 'c.example')
  for (const step of ['script', 'refused', 'event'] as const) await saw(step, 'd.example')
  await saw('refused', 'stranger.example')
  const answer = await api.call('GET', 'tag')
  expect(answer.json()).toEqual({
    hosts: [
      { host: 'a.example', step: 'nothing', at: null },
      { host: 'b.example', step: 'script', at: expect.any(String) },
      { host: 'c.example', step: 'refused', at: expect.any(String) },
      { host: 'd.example', step: 'event', at: expect.any(String) },
    ],
    strangers: [{ host: 'stranger.example', at: expect.any(String) }],
  })
})
