import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HttpError, openHttp } from './http.ts'

const open = () => {
  const app = openHttp()
  app.post('/echo', request => ({ body: request.body }))
  app.get('/ip', request => ({ ip: request.ip }))
  app.get('/refuse', () => {
    throw new HttpError(409, 'It is there already.', [{ path: 'name', message: 'name is taken' }], {
      'retry-after': '3',
    })
  })
  app.get('/break', () => {
    throw new Error('SELECT secret FROM staff: connection refused at 10.0.0.5')
  })
  return app
}

test('a refusal becomes problem+json with its sentence, issues and headers', async () => {
  const answer = await open().inject('/refuse')
  expect(answer.statusCode).toBe(409)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.headers['retry-after']).toBe('3')
  expect(answer.json()).toMatchObject({
    title: 'Conflict',
    status: 409,
    detail: 'It is there already.',
    issues: [{ path: 'name', message: 'name is taken' }],
    requestId: expect.any(String),
  })
})

test('an internal error is a 500 that reveals nothing', async () => {
  const answer = await open().inject('/break')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/SELECT|10\.0\.0\.5|node_modules|Error:/)
})

test('an unknown path is a problem too, without its query', async () => {
  const answer = await open().inject('/nowhere?email=a@b.c')
  expect(answer.json()).toMatchObject({ status: 404, detail: 'There is nothing at GET /nowhere.' })
})

test('S-44 an address that the router refuses is answered like any other', async () => {
  const app = open()
  app.get('/of/:name', () => 'here')
  for (const url of [`/of/${'x'.repeat(500)}`, '/%E0%A4%A']) {
    const answer = await app.inject(url)
    expect([400, 404, 414]).toContain(answer.statusCode)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.body).not.toMatch(/FST_|xxxx/)
  }
})

test('S-41, S-43 every answer forbids sniffing, framing and scripts, and an unsupported method is a 405', async () => {
  const app = open()
  for (const [method, url] of [
    ['GET', '/ip'],
    ['GET', '/break'],
    ['GET', '/none'],
    ['POST', '/echo'],
    ['DELETE', '/ip'],
    ['TRACE', '/ip'],
  ] as const) {
    const answer = await app.inject({ method: method as 'GET', url })
    expect(answer.headers, url).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers['content-type']).toMatch(/json; charset=utf-8/)
    if (method === 'DELETE' || method === 'TRACE')
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  }
})

test('S-20 a body that is too large, compressed or too slow is refused', async () => {
  const app = open()
  const send = (payload: string | Buffer, headers = {}) =>
    app.inject({
      method: 'POST',
      url: '/echo',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  expect((await send(`"${'a'.repeat(256 * 1024)}"`)).statusCode).toBe(413)
  const bomb = gzipSync(`"${'a'.repeat(50_000_000)}"`)
  expect((await send(bomb, { 'content-encoding': 'gzip' })).statusCode).toBe(415)
  await app.ready()
  expect(app.server.requestTimeout).toBe(30_000)
  expect(app.server.headersTimeout).toBe(10_000)
})

test.each([
  ['objects', '{"a":', '1', '}'],
  ['lists', '[', '1', ']'],
])(
  'S-20 five levels of %s are accepted, six and thirty thousand are not',
  async (_what, open_, core, close) => {
    const app = open()
    const nested = (levels: number) => `${open_.repeat(levels)}${core}${close.repeat(levels)}`
    const send = (levels: number, type: string) =>
      app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload: nested(levels) })
    for (const type of ['application/json', 'text/plain']) {
      expect((await send(5, type)).statusCode).toBe(200)
      for (const levels of [6, 30_000]) {
        const answer = await send(levels, type)
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toMatchObject({ detail: expect.stringContaining('nested too deeply') })
      }
    }
  },
)

test('S-50 a file upload is refused', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const payload = '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nb\r\n--x--'
  expect((await open().inject({ method: 'POST', url: '/echo', headers, payload })).statusCode).toBe(415)
})

test('a text body is parsed as JSON', async () => {
  const headers = { 'content-type': 'text/plain;charset=UTF-8' }
  const answer = await open().inject({ method: 'POST', url: '/echo', headers, payload: '{"a":1}' })
  expect(answer.json()).toEqual({ body: { a: 1 } })
})

test.each(['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
  '%s is refused',
  async payload => {
    const headers = { 'content-type': 'application/json' }
    const answer = await open().inject({ method: 'POST', url: '/echo', headers, payload })
    expect(answer.statusCode).toBe(400)
  },
)

test('a forwarded address counts only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  expect((await open().inject({ url: '/ip', headers })).json()).toEqual({ ip: '127.0.0.1' })
  const app = openHttp({ trustProxy: ['127.0.0.0/8'] })
  app.get('/ip', request => ({ ip: request.ip }))
  expect((await app.inject({ url: '/ip', headers })).json()).toEqual({ ip: '198.51.100.7' })
})

test('a request during the shutdown is answered like those before it', async () => {
  const app = open()
  app.get('/late', () => 'here')
  let [url, said] = ['', '']
  app.addHook('preClose', async () => {
    said = await (await fetch(`${url}/late`)).text()
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  expect(said).toBe('here')
})
