import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openProxy } from './tcp-proxy.ts'

/** A server that answers in capitals, behind a proxy. */
async function shouter() {
  const heard: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.on('data', text => {
      heard.push(String(text))
      socket.write(String(text).toUpperCase())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy = await openProxy({ port: typeof address === 'object' && address ? address.port : 0 })
  onTestFinished(async () => {
    await proxy.close()
    server.close()
  })
  return { proxy, heard }
}

async function dial(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  const ended = new Promise<string>(resolve => {
    socket.on('error', error => resolve(error.message))
    socket.on('close', () => resolve('closed'))
  })
  const answer = async () => String((await once(socket, 'data'))[0])
  return { socket, ended, answer }
}

test('what goes in comes out', async () => {
  const { proxy } = await shouter()
  const { socket, answer } = await dial(proxy.port)
  socket.write('hello')
  expect(await answer()).toBe('HELLO')
  socket.destroy()
})

test('a cut resets open and new connections, and restore ends it', async () => {
  const { proxy } = await shouter()
  const before = await dial(proxy.port)
  before.socket.write('hello')
  await before.answer()
  proxy.cut()
  expect(await before.ended).toMatch(/ECONNRESET|closed/)
  expect(await (await dial(proxy.port)).ended).toMatch(/ECONNRESET|closed/)
  proxy.restore()
  const after = await dial(proxy.port)
  after.socket.write('again')
  expect(await after.answer()).toBe('AGAIN')
  after.socket.destroy()
})

test('a lost answer means that the server has the request and the client does not know', async () => {
  const { proxy, heard } = await shouter()
  proxy.loseAnswers(1, request => String(request).startsWith('write'))
  const { socket, ended, answer } = await dial(proxy.port)
  socket.write('read')
  expect(await answer()).toBe('READ')
  socket.write('write')
  expect(await ended).toMatch(/ECONNRESET|closed/)
  expect(heard).toEqual(['read', 'write'])
  expect(proxy.lostAnswers()).toBe(1)
})

test('answers come late by the delay, and nothing passes while paused', async () => {
  const { proxy, heard } = await shouter()
  const { socket, answer } = await dial(proxy.port)
  proxy.delayAnswers(200)
  const asked = Date.now()
  socket.write('slow')
  expect(await answer()).toBe('SLOW')
  expect(Date.now() - asked).toBeGreaterThanOrEqual(190)
  proxy.restore()
  proxy.pause()
  socket.write('held')
  await sleep(100)
  expect(heard).not.toContain('held')
  proxy.restore()
  expect(await answer()).toBe('HELD')
  socket.destroy()
})

test('freezing stops what is connected and lets newcomers pass', async () => {
  const { proxy, heard } = await shouter()
  const before = await dial(proxy.port)
  before.socket.write('old')
  await before.answer()
  proxy.freeze()
  before.socket.write('frozen')
  const after = await dial(proxy.port)
  after.socket.write('new')
  expect(await after.answer()).toBe('NEW')
  expect(heard).toEqual(['old', 'new'])
  before.socket.destroy()
  after.socket.destroy()
})
