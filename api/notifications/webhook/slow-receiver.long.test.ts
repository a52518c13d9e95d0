import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { expect, test } from 'vitest'
import { openWebhook } from './post.ts'

test('a receiver that takes eleven seconds to accept gets one request', async () => {
  let told = 0
  const { port } = await serve((_request, response) => {
    told += 1
    setTimeout(() => response.writeHead(200).end(), 11_000)
  })
  const settings = {
    url: `http://127.0.0.1:${port}/`,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    allowHosts: ['127.0.0.1'],
  }
  const post = { id: '0192a3b4-0000-7000-8000-000000000001', at: new Date(), body: '{"type":"lead"}' }
  expect(await openWebhook(settings).send(post)).toEqual({ state: 'sent' })
  expect(told).toBe(1)
})
