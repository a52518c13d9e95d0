import { domainToASCII } from 'node:url'
import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { cleanLine } from '@firsttouch/ingest/text'
import type { NodemailerError, SMTPPoolOptions } from 'nodemailer'
import type { SmtpSettings } from '../../deps.ts'
import type { Outcome } from '../queue.ts'
import { type Message, textOf } from './body.ts'

const SEND_WITHIN_MS = 60_000

/** Timeouts in milliseconds. Tests use shorter ones. */
export type Patience = { connect: number; greet: number; silence: number; all: number }
const PATIENCE: Patience = { connect: 10_000, greet: 10_000, silence: 30_000, all: SEND_WITHIN_MS }

export type Mail = { id: string; to: string; message: Message }
export type Mailer = { send: (mail: Mail, signal?: AbortSignal) => Promise<Outcome>; close: () => void }

export const openMailer = (settings: SmtpSettings, patience: Patience = PATIENCE, ca?: string): Mailer => {
  // Imported lazily, because nodemailer uses several megabytes of memory.
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
          // The id is the same at every retry, so that mailboxes can detect duplicates.
          messageId: `<${id}@${domainToASCII(settings.from.address.split('@')[1] ?? '')}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: signal ? AbortSignal.any([limit, signal]) : limit,
        })
        return { state: 'sent' }
      } catch (error) {
        const failure = error as NodemailerError
        return { state: isForGood(failure) ? 'refused' : 'later', reason: smtpReason(failure, settings) }
      }
    },
    close: () => void opened.then(transport => transport.close()),
  }
}

const transportOptions = (
  { host, port, tls, user, password }: SmtpSettings,
  { connect, greet, silence }: Patience,
  ca?: string,
): SMTPPoolOptions & { pool: true } => ({
  pool: true,
  maxConnections: 2,
  idleTimeout: 5_000,
  // Disables nodemailer's retries, because the queue of notifications retries messages.
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

export type SmtpFailure = Partial<NodemailerError> & { message: string }

/** True if a retry is useless. Faults that an operator can fix (login, sender, TLS) are retried. */
export const isForGood = ({ permanent, command }: SmtpFailure): boolean =>
  permanent === true && /^(RCPT TO|DATA)$/.test(command ?? '')

export const smtpReason = (failure: SmtpFailure, { host, port }: Pick<SmtpSettings, 'host' | 'port'>) => {
  const server = `The mail server ${host}:${port}`
  const said = failure.response ? ` Answer: ${quoted(failure.response)}` : ''
  if (failure.responseCode && failure.code !== 'ETLS') return `${server} ${refusalOf(failure)}.${said}`
  switch (failure.code) {
    case 'EDNS':
      return `${server} was not found: this name has no address. Check it for typos.`
    case 'ETIMEDOUT':
      return `${server} did not answer in time.`
    case 'EABORT':
      return `${server} took too long, and the try was ended.`
    case 'ETLS':
      return `${server} offers no TLS that can be trusted (${quoted(failure.message)}). For a server without TLS add ?tls=off to SMTP_URL.`
    case 'EAUTH':
    case 'ENOAUTH':
      return `${server} rejects the user name and password of SMTP_URL (${quoted(failure.message)}).`
    default:
      return /ECONNREFUSED/.test(failure.message)
        ? `${server} refuses connections.`
        : /certificate|self.signed|altnames/i.test(failure.message)
          ? `${server} has a certificate that cannot be trusted (${quoted(failure.message)}).`
          : `${server} closed the connection before it accepted the message (${quoted(failure.message)}).`
  }
}

const refusalOf = ({ code, command, responseCode = 0 }: SmtpFailure): string => {
  const forNow = responseCode < 500 ? ' for now' : ''
  if (code === 'EAUTH') return `rejects the user name and password of SMTP_URL${forNow} (${responseCode})`
  if (command === 'RCPT TO') return `rejects mail for this recipient${forNow} (${responseCode})`
  if (command === 'MAIL FROM') return `rejects mail from NOTIFY_FROM${forNow} (${responseCode})`
  if (command === 'DATA') return `rejects this message${forNow} (${responseCode})`
  return `refuses to work${forNow} (${responseCode})`
}

/** Removes contact data, because servers may repeat addresses in their answers. */
const quoted = (text: string): string => withoutContactData(cleanLine(text).slice(0, 200))
