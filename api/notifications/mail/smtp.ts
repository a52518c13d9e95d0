/** Sends mail through the operator's SMTP server, one message for each recipient. */
import { domainToASCII } from 'node:url'
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer'
import type { SmtpSettings } from '../../deps.ts'
import type { Outcome } from '../queue.ts'
import { type Message, textOf } from './body.ts'
import { isForGood, smtpReason } from './smtp-words.ts'

/** Time limit for one message, from connecting to the final 250. */
const SEND_WITHIN_MS = 60_000

/** Timeouts in milliseconds. Tests use shorter ones. */
export type Patience = { connect: number; greet: number; silence: number; all: number }
const PATIENCE: Patience = { connect: 10_000, greet: 10_000, silence: 30_000, all: SEND_WITHIN_MS }

export type Mail = { id: string; to: string; message: Message }
export type Mailer = { send: (mail: Mail, signal?: AbortSignal) => Promise<Outcome>; close: () => void }

export const openMailer = (settings: SmtpSettings, patience: Patience = PATIENCE, ca?: string): Mailer => {
  // Lazy import: nodemailer uses several megabytes of memory.
  const opened = import('nodemailer').then(({ createTransport }) =>
    createTransport(transportOptions(settings, patience, ca)),
  )
  return {
    send: async ({ id, to, message }, signal) => {
      const limit = AbortSignal.timeout(patience.all)
      const transport = await opened
      try {
        await transport.sendMail({
          from: settings.from,
          to: { name: '', address: to },
          subject: message.title,
          text: textOf(message),
          // Equal at every retry, so that mailboxes can detect duplicates.
          messageId: `<${id}@${domainToASCII(settings.from.address.split('@')[1] ?? '')}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: signal ? AbortSignal.any([limit, signal]) : limit,
        })
        return { state: 'sent' }
      } catch (error) {
        return outcomeOf(error as NodemailerError, settings)
      }
    },
    close: () => void opened.then(transport => transport.close()),
  }
}

const outcomeOf = (error: NodemailerError, settings: SmtpSettings): Outcome => ({
  state: isForGood(error) ? 'refused' : 'later',
  reason: smtpReason(error, settings),
})

const transportOptions = (
  { host, port, tls, user, password }: SmtpSettings,
  { connect, greet, silence }: Patience,
  ca?: string,
): SMTPPoolOptions & { pool: true } => ({
  pool: true,
  maxConnections: 2,
  idleTimeout: 5_000,
  // Our own queue retries messages, counts the tries and stores the reason.
  maxRequeues: 0,
  host,
  port,
  secure: tls === 'from the start',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  ...(user && { auth: { user, pass: password } }),
  connectionTimeout: connect,
  dnsTimeout: connect,
  greetingTimeout: greet,
  socketTimeout: silence,
  socketCloseTimeout: 0,
  ...(ca && { tls: { ca } }),
})
