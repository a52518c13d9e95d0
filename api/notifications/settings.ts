import type { Env } from '@firsttouch/infra/platform/env'
import { readMailbox } from '@firsttouch/infra/platform/env/notify'
import { addressOf } from '@firsttouch/infra/platform/service'
import type { NotifySettings, SmtpSettings } from '../deps.ts'

export const notifySettings = (env: Env): NotifySettings => {
  const dashboardUrl = (env.SITE_URL ?? addressOf(env)).replace(/\/$/, '')
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret, WEBHOOK_ALLOW_HOSTS: allowHosts } = env
  return {
    smtp: env.SMTP_URL ? smtpSettings(env.SMTP_URL, env.NOTIFY_FROM, dashboardUrl) : null,
    webhook: url && secret ? { url, secret, allowHosts } : null,
    notifyTo: env.NOTIFY_TO,
    dashboardUrl,
    canarySeconds: env.CANARY_SECONDS,
    backupWithinHours: env.BACKUP_WITHIN_HOURS,
  }
}

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

export const smtpSettings = (address: string, from: string | undefined, site: string): SmtpSettings => {
  const url = new URL(address)
  const fromTheStart = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : fromTheStart ? 465 : 587,
    tls: fromTheStart ? 'from the start' : startTls(url),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from: readMailbox(from ?? '') ?? { name: 'Firsttouch', address: `firsttouch@${hostOf(site)}` },
  }
}

const startTls = (url: URL): SmtpSettings['tls'] =>
  url.searchParams.get('tls') === 'off' ? 'none' : THIS_MACHINE.test(url.hostname) ? 'if offered' : 'starttls'

const hostOf = (site: string): string => new URL(site).hostname.replace(/^www\./, '')
