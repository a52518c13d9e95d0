/** Mail through a real SMTP server that fails at each step: the sentence for staff, and whether the message is retried. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { makeCertificate } from '@firsttouch/infra/rigs/testing/servers/certificate'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, test } from 'vitest'
import type { SmtpSettings } from '../../deps.ts'
import { headersOf, openMailServer } from '../../testing/mail-server.ts'
import { smtpSettings } from '../settings.ts'
import type { Message } from './body.ts'
import { openMailer, type Patience } from './smtp.ts'

const cleanUp = cleanUpAfter('each')
const MESSAGE: Message = {
  title: 'New lead',
  sentence: 'Somebody has written.',
  sections: [{ heading: '', rows: [['Source', 'google']] }],
  link: { url: 'https://www.example.com/admin/leads?lead=1', words: 'Open the lead' },
}
/** Short timeouts for servers that never answer. */
const HASTY: Patience = { connect: 300, greet: 300, silence: 300, all: 2_000 }
const PATIENT: Patience = { connect: 30_000, greet: 30_000, silence: 30_000, all: 90_000 }
const ID = '0192a3b4-0000-7000-8000-000000000001'

const serve = async (options?: SMTPServerOptions) => {
  const server = await openMailServer(options)
  cleanUp.push(server.close)
  return server
}
const settingsFor = (port: number, address = `smtp://127.0.0.1:${port}`): SmtpSettings =>
  smtpSettings(address, 'Firsttouch <leads@shop.example>', 'https://www.example.com')
const sendTo = async (settings: SmtpSettings, ca?: string, patience = PATIENT) => {
  const mailer = openMailer(settings, patience, ca)
  const outcome = await mailer.send({ id: ID, to: 'ada@staff.example', message: MESSAGE })
  mailer.close()
  return outcome
}
/** A TCP server whose behaviour the test supplies. */
const serveRaw = async (onConnection: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise(resolve => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

test('a message that the server accepts is sent to one recipient, always with the same id', async () => {
  const { port, received } = await serve()
  expect(await sendTo(settingsFor(port))).toEqual({ state: 'sent' })
  expect(await sendTo(settingsFor(port))).toEqual({ state: 'sent' })
  expect(received.map(({ from, to }) => [from, to])).toEqual(
    Array(2).fill(['leads@shop.example', ['ada@staff.example']]),
  )
  const ids = received.map(({ raw }) => headersOf(raw).get('message-id'))
  expect(ids).toEqual(Array(2).fill([`<${ID}@shop.example>`]))
  expect(headersOf(received[0]?.raw ?? '').get('auto-submitted')).toEqual(['auto-generated'])
})

test('an internationalised sender’s message id has its domain in ASCII', async () => {
  const { port, received } = await serve()
  const settings = smtpSettings(`smtp://127.0.0.1:${port}`, 'Büro <ü@münchen.de>', 'https://www.example.com')
  expect(await sendTo(settings)).toEqual({ state: 'sent' })
  expect(headersOf(received[0]?.raw ?? '').get('message-id')).toEqual([`<${ID}@xn--mnchen-3ya.de>`])
})

test.each([true, false])(
  'an odd address does not delay the next message (SMTPUTF8 hidden: %s)',
  async hideSMTPUTF8 => {
    const { port, received } = await serve({ hideSMTPUTF8 })
    const mailer = openMailer(settingsFor(port), PATIENT)
    const send = async (to: string) => (await mailer.send({ id: ID, to, message: MESSAGE })).state
    const taken = ['a+b@x.example', 'a@xn--mnchen-3ya.de', 'ü@münchen.de', 'a@-online.de']
    for (const to of taken) expect([to, await send(to)]).toEqual([to, 'sent'])
    for (const to of [
      'a b@x.example',
      'a@b@x.example',
      'a@x.example,b@x.example',
      'x',
      'a@x.example\r\nRCPT TO:<b@x.example>',
    ])
      expect([to, await send(to)]).toEqual([to, 'refused'])
    expect(await send('ada@staff.example')).toBe('sent')
    mailer.close()
    expect(received.map(({ to }) => to)).toHaveLength(taken.length + 1)
  },
)

type Step = 'onConnect' | 'onMailFrom' | 'onRcptTo' | 'onData'
const failing = (step: Step, code: number): SMTPServerOptions => ({
  [step]: (subject: { resume?: () => void }, _session: unknown, done: (error: Error) => void) => {
    const error = refusal(code, 'because of user@private.example')
    // The server library passes a stream only for DATA. It must be consumed.
    subject.resume?.()
    const answer = typeof done === 'function' ? done : (_session as (error: Error) => void)
    answer(error)
  },
})

test.each<[Step, number, 'later' | 'refused', RegExp]>([
  ['onConnect', 421, 'later', /refuses to work for now \(421\)/],
  ['onConnect', 554, 'later', /refuses to work \(554\)/],
  ['onMailFrom', 451, 'later', /rejects mail from NOTIFY_FROM for now \(451\)/],
  ['onMailFrom', 550, 'later', /rejects mail from NOTIFY_FROM \(550\)/],
  ['onRcptTo', 450, 'later', /rejects mail for this recipient for now \(450\)/],
  ['onRcptTo', 550, 'refused', /rejects mail for this recipient \(550\)/],
  ['onData', 452, 'later', /rejects this message for now \(452\)/],
  ['onData', 554, 'refused', /rejects this message \(554\)/],
])('%s answered with %i: %s', async (step, code, state, words) => {
  const { port } = await serve(failing(step, code))
  const outcome = await sendTo(settingsFor(port))
  expect(outcome).toEqual({ state, reason: expect.stringMatching(words) })
  expect(JSON.stringify(outcome)).not.toContain('user@private')
})

test('a refused connection is retried', async () => {
  const { port, close } = await openMailServer()
  await close()
  expect(await sendTo(settingsFor(port))).toEqual({
    state: 'later',
    reason: expect.stringMatching(/127\.0\.0\.1:\d+ refuses connections/),
  })
})

test('an unknown host name is retried', async () => {
  const outcome = await sendTo(settingsFor(0, 'smtp://mail.firsttouch.invalid:25'))
  expect(outcome).toEqual({ state: 'later', reason: expect.stringMatching(/was not found|did not answer/) })
})

test('a missing greeting is retried', async () => {
  const port = await serveRaw(() => undefined)
  expect(await sendTo(settingsFor(port), undefined, HASTY)).toEqual({
    state: 'later',
    reason: expect.stringMatching(/did not answer in time/),
  })
})

/** Speaks SMTP up to the step, then hangs or disconnects. */
const speakUntil = (step: string, end: (socket: Socket) => void) => (socket: Socket) => {
  socket.write('220 test ESMTP\r\n')
  let inData = false
  socket.on('data', chunk => {
    const said = chunk.toString()
    if (inData) {
      if (said.endsWith('\r\n.\r\n')) end(socket)
    } else if (said.startsWith(step)) end(socket)
    else if (said.startsWith('DATA')) {
      inData = true
      socket.write('354 go on\r\n')
    } else socket.write(said.startsWith('EHLO') ? '250 test\r\n' : '250 ok\r\n')
  })
}

test.each(['EHLO', 'MAIL', 'RCPT', 'the end of DATA'])(
  'a server that hangs after %s is retried',
  async step => {
    const port = await serveRaw(speakUntil(step, () => undefined))
    expect(await sendTo(settingsFor(port), undefined, HASTY)).toEqual({
      state: 'later',
      reason: expect.stringMatching(/did not answer in time|took too long/),
    })
  },
)

test('a lost answer after the message is retried, as the outcome is unknown', async () => {
  const port = await serveRaw(speakUntil('the end of DATA', socket => socket.destroy()))
  expect(await sendTo(settingsFor(port))).toEqual({
    state: 'later',
    reason: expect.stringMatching(/closed the connection before it accepted the message/),
  })
})

test('a server that sends its answers very slowly times out', async () => {
  const port = await serveRaw(socket => {
    socket.write('220-one line\r\n')
    const drip = setInterval(() => socket.write('220-and another\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  expect(await sendTo(settingsFor(port), undefined, HASTY)).toMatchObject({ state: 'later' })
})

const { certificate, key } = makeCertificate()
const WITH_TLS = { cert: certificate, key, disabledCommands: [] }

test('only a certificate of a trusted authority is accepted', async () => {
  const { port, received } = await serve(WITH_TLS)
  const settings = settingsFor(port, `smtp://localhost:${port}`)
  expect(await sendTo(settings)).toEqual({ state: 'later', reason: expect.stringMatching(/certificate/) })
  expect(received).toEqual([])
  expect(await sendTo(settings, certificate)).toEqual({ state: 'sent' })
})

test('TLS works from the start of the connection', async () => {
  const { port } = await serve({ ...WITH_TLS, secure: true })
  expect(await sendTo(settingsFor(port, `smtps://localhost:${port}`), certificate)).toEqual({ state: 'sent' })
})

test('a remote server without TLS gets no message, unless the operator allows it', async () => {
  const { port, received } = await serve()
  const here = settingsFor(port)
  expect(settingsFor(port, 'smtp://mail.example.com').tls).toBe('starttls')
  expect(await sendTo({ ...here, tls: 'starttls' })).toEqual({
    state: 'later',
    reason: expect.stringMatching(/offers no TLS.*tls=off/),
  })
  expect(received).toEqual([])
  const off = settingsFor(port, `smtp://mail.example.com:${port}?tls=off`)
  expect(await sendTo({ ...off, host: '127.0.0.1' })).toEqual({ state: 'sent' })
})

test('wrong credentials are retried, and never shown', async () => {
  const { port } = await serve({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(refusal(535, 'no such login')),
  })
  const outcome = await sendTo(settingsFor(port, `smtp://user:wr%40ng@127.0.0.1:${port}`))
  expect(outcome).toEqual({
    state: 'later',
    reason: expect.stringMatching(/rejects the user name and password of SMTP_URL/),
  })
  expect(JSON.stringify(outcome)).not.toContain('wr@ng')
  expect(await sendTo(settingsFor(port, `smtp://user:right@127.0.0.1:${port}`))).toEqual({ state: 'sent' })
})
