import { withoutContactData } from '@firsttouch/infra/platform/contact-data/contact-data'
import { cleanLine } from '@firsttouch/ingest/text'
import type { SmtpSettings } from '../../deps.ts'

export type SmtpFailure = {
  code?: string | undefined
  command?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  permanent?: boolean | undefined
  message: string
}

/**
 * True if the server rejected the recipient or the message permanently. Faults that an operator can fix (login, sender, TLS) are
 * retried.
 */
export const isForGood = ({ permanent, command }: SmtpFailure): boolean =>
  permanent === true && /^(RCPT TO|DATA)$/.test(command ?? '')

export const smtpReason = (
  failure: SmtpFailure,
  { host, port }: Pick<SmtpSettings, 'host' | 'port'>,
): string => {
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
