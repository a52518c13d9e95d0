import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type EventStream, openEventStream } from './event-stream.ts'

const cleanUp = cleanUpAfter('each')

test('S-20 a browser that does not read its stream is disconnected, and holds no more memory than a connection may', async () => {
  const app = Fastify()
  cleanUp.push(() => app.close())
  const opened = Promise.withResolvers<EventStream>()
  app.get('/', (_request, reply) => opened.resolve(openEventStream(reply)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  cleanUp.push(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const stream = await opened.promise
  let hasEnded = false
  stream.onEnd(() => {
    hasEnded = true
  })
  // The kernel buffers several megabytes before data queues in this process.
  const text = `data: ${'x'.repeat(60_000)}\n\n`
  for (let sent = 0; sent < 1_000 && !hasEnded; sent++) {
    stream.send(text)
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(hasEnded).toBe(true)
})
