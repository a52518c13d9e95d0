import { afterEach, expect, test } from 'vitest'
import { ApiError, errorText, request, requestFile } from './api.ts'

const real = globalThis.fetch
afterEach(() => {
  globalThis.fetch = real
})
const answering = (answer: Response) => {
  globalThis.fetch = async () => answer
}
const failure = (run: Promise<unknown>) =>
  run.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('an error’s message is the status, a colon, a space and the body', async () => {
  answering(new Response('no such lead', { status: 404, statusText: 'Not Found' }))
  expect(await failure(request('GET', '/x'))).toMatchObject({
    message: '404: no such lead',
    detail: 'no such lead',
  })
})

test('a file is sent unchanged with its content type', async () => {
  const sent: (RequestInit | undefined)[] = []
  globalThis.fetch = async (_path, init) => {
    sent.push(init)
    return Response.json({})
  }
  const file = new Blob(['a,b'])
  await request('POST', '/x', file, { 'content-type': 'text/csv' })
  expect(sent).toMatchObject([{ body: file, headers: { 'content-type': 'text/csv' } }])
})

test('an error without a body has the status text as its message', async () => {
  answering(new Response('', { status: 502, statusText: 'Bad Gateway' }))
  const error = await failure(request('GET', '/x'))
  expect(error).toMatchObject({ message: '502: Bad Gateway' })
  expect(errorText(error, 'Please try again')).toBe('Please try again')
})

test('a proxy’s HTML page is not shown as a message', async () => {
  answering(new Response('<html><h1>502</h1></html>', { status: 502 }))
  expect(errorText(await failure(request('GET', '/x')), 'Please try again')).toBe('Please try again')
})

test('a problem provides a toast’s sentence and the fields’ issues', async () => {
  const problem = {
    title: 'Bad Request',
    status: 400,
    detail: 'Check the e-mail.',
    issues: [{ path: 'email', message: 'bad' }],
  }
  answering(
    new Response(JSON.stringify(problem), {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    }),
  )
  const error = await failure(request('POST', '/x', {}))
  expect(error).toBeInstanceOf(ApiError)
  expect(errorText(error, '')).toBe('Check the e-mail.')
  expect(error).toMatchObject({ issues: [{ path: 'email', message: 'bad' }] })
})

test('a response without content resolves to undefined', async () => {
  answering(new Response(null, { status: 204 }))
  expect(await request('POST', '/x')).toBeUndefined()
})

test('a file has the server’s name and a row count', async () => {
  const headers = {
    'content-disposition': 'attachment; filename="contact_leads_2026-01-31.csv"',
    'x-total-count': '2',
  }
  answering(new Response('A\r\n1\r\n2\r\n', { headers }))
  const { name, rows, content } = await requestFile('/x.csv', {})
  expect([name, rows, await content.text()]).toEqual(['contact_leads_2026-01-31.csv', 2, 'A\r\n1\r\n2\r\n'])
})

test('a failed download rejects with the server’s sentence', async () => {
  answering(new Response('gone', { status: 409 }))
  expect(await failure(requestFile('/x.csv', {}))).toMatchObject({ status: 409, detail: 'gone' })
})
