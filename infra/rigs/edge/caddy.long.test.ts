/** The Caddyfile of infra/README.md while Firsttouch restarts: connections are refused, or reset after the request was sent. */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { caddyProgram, startCaddy } from './caddy.ts'

const caddy = await caddyProgram()
if ('missing' in caddy) console.log(`SKIPPED the Caddyfile: ${caddy.missing}`)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Answers 200, but resets the first connection that sends a request to `path`, as a process does that ends. */
const startUpstream = async (path: string) => {
  const seen: string[] = []
  const answer = (socket: Socket) => {
    let text = ''
    socket
      .on('error', () => {})
      .on('data', data => {
        text += data
        const [head = '', body] = text.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (body === undefined || body.length < length) return undefined
        const isOurs = head.split(' ')[1] === path
        if (isOurs) seen.push(body)
        if (isOurs && seen.length === 1) return socket.resetAndDestroy()
        return socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')
      })
  }
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => server.close())
  const { path: program } = caddy as { path: string }
  const proxy = await startCaddy(program, `127.0.0.1:${(server.address() as { port: number }).port}`)
  closers.push(proxy.close)
  return { url: proxy.url, seen }
}

test.skipIf('missing' in caddy).each([
  [
    'an event is sent again with its body, because its id counts once',
    'POST',
    '/api/analytics/batch',
    {},
    200,
    2,
  ],
  ['a page is requested again', 'GET', '/pricing', {}, 200, 2],
  [
    'a form with a key is sent again, because the key is stored once',
    'POST',
    '/api/contact',
    { 'idempotency-key': 'a' },
    200,
    2,
  ],
  [
    'another request with a key is not sent again, because it would be carried out twice',
    'POST',
    '/api/admin/leads/1/notes',
    { 'idempotency-key': 'a' },
    502,
    1,
  ],
  [
    'a form without a key is not sent again, because it would be stored twice',
    'POST',
    '/api/contact',
    {},
    502,
    1,
  ],
])('after a reset connection %s', async (_, method, path, headers, status, times) => {
  const { url, seen } = await startUpstream(path)
  const body = method === 'POST' ? '{"events":[1]}' : ''
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body && { body }),
  })
  expect(answer.status).toBe(status)
  expect(seen).toEqual(Array(times).fill(body))
})
