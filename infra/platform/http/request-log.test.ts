import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { passTime } from '../../rigs/testing/pass-time.ts'
import { HttpError, openHttp } from './http.ts'

const open = () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = openHttp({ logger: { level: 'trace', stream } })
  return { app, lines }
}

test('S-36 a log line has neither the query nor the whole address', async () => {
  const { app, lines } = open()
  app.get('/page', async () => ({}))
  await app.inject({ url: '/page?email=jo@example.com&token=S3CRET', remoteAddress: '203.0.113.77' })
  await app.inject({ url: '/none/jo%40example.com?token=S3CRET', remoteAddress: '2001:db8:85a3:8d3::7' })
  expect(lines.length).toBeGreaterThanOrEqual(4)
  expect(lines.join('')).not.toMatch(/jo@|jo%40|S3CRET|113\.77|85a3:8d3/)
  expect(lines.join('')).toContain('"path":"/page","network":"203.0.113.0/24"')
})

test('S-17 an error that quotes the refused row is logged without the row', async () => {
  const { app, lines } = open()
  const detail = 'Failing row contains (Jo, jo@example.com, 07700 900123).'
  const cause = Object.assign(new Error('bad value for jo@example.com at https://x.test/?t=S3CRET'), {
    detail,
    code: '23514',
  })
  app.get('/break', () => {
    throw cause
  })
  app.get('/refuse', () => {
    throw Object.assign(new HttpError(503, 'Not now.'), { cause })
  })
  app.log.error(cause)
  app.log.error(cause, 'for jo@example.com')
  await app.inject('/break')
  await app.inject('/refuse')
  expect(lines.join('')).not.toMatch(/jo@|7700 ?900123|Failing row|S3CRET/)
  expect(lines.join('')).toContain('"code":"23514"')
})

test('S-31 a line break in a value does not break the log line', async () => {
  const { app, lines } = open()
  const controls = '\u001b[31m\u009b31m\u007f\u2028\u202e'
  app.log.warn({ report: `a\n{"level":60,"msg":"forged"}${controls}` }, `x\n{"level":60}${controls}`)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40 })
})

test('internal errors are logged as errors, the sender’s mistakes are not', async () => {
  const { app, lines } = open()
  const errors = () => lines.filter(line => JSON.parse(line).level >= 50)
  app.get('/break', () => {
    throw new Error('broken')
  })
  app.post('/take', async () => ({}))
  const wrong = {
    method: 'POST',
    url: '/take',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  } as const
  expect((await app.inject(wrong)).statusCode).toBe(400)
  expect(errors()).toEqual([])
  expect((await app.inject('/break')).statusCode).toBe(500)
  expect(errors()).toHaveLength(1)
})

test('a repeated error is logged once a minute, with its count', async () => {
  const { app, lines } = open()
  const failures = () => lines.filter(line => line.includes('is away'))
  for (let time = 1; time <= 331; time++) app.log.error(new Error(`the store is away, attempt ${time}`))
  app.log.error(new Error('something else is away'))
  expect(failures()).toHaveLength(2)
  passTime(60_000)
  app.log.error({ err: new Error('the store is away, attempt 332') }, 'projector')
  expect(failures()).toHaveLength(3)
  expect(failures()[2]).toContain('and 330 times more')
})
