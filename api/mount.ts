/** Mounts the API with settings from the environment. Also opens the SQL views for analysts. */
import type { Stores } from '@firsttouch/infra/open-stores'
import type { Env } from '@firsttouch/infra/platform/env'
import type { Service } from '@firsttouch/infra/platform/service'
import { openAnalysts } from '@firsttouch/infra/reporting/analysts'
import { CONNECTIONS } from '@firsttouch/infra/stores/clickhouse'
import { apiRoutes } from './app.ts'
import { ensureStaff } from './auth/accounts.ts'
import type { ApiConfig, OidcSettings } from './deps.ts'
import { siteConfig } from './forms/site-config.ts'
import { normaliseRecords } from './inbox/normalise-records.ts'
import { notifySettings } from './notifications/settings.ts'
import { countNotifications, notificationMetrics } from './notifications/state.ts'
import { outboxMetric } from './outbox/outbox.ts'
import { QUESTIONS_AT_ONCE } from './read-model/read-model.ts'

export type MountedApi = {
  /** The account `admin` if this start created it, otherwise null. The caller must print its password. */
  staff: { username: string; password: string } | null
  /** Port of the embedded SQL endpoint for analysts. */
  sqlPort: number | undefined
}

/** Returns a function that creates the staff account. Call it only when the process listens, not on a failed start. */
export const mountApi = async (
  { app, registry, health, keep }: Service,
  env: Env,
  stores: Pick<Stores, 'sql' | 'log' | 'clickhouse'>,
): Promise<() => Promise<MountedApi>> => {
  const { sql, log, clickhouse } = stores
  // Normalises records before the first request, because a list must not mix old and new normal forms.
  await normaliseRecords(sql, env.BUSINESS_COUNTRY)
  outboxMetric(registry, sql)
  notificationMetrics(registry, () => countNotifications(sql))
  app.register(
    apiRoutes({
      sql,
      log,
      clickhouse: clickhouse.client(),
      questionsAtOnce: env.CLICKHOUSE_URL ? CONNECTIONS : QUESTIONS_AT_ONCE,
      config: configOf(env),
      missing: health.missing,
    }),
  )
  const analysts = await openAnalysts(env, stores, error => app.log.error(error, 'reporting views'))
  const { port: sqlPort } = keep(analysts)
  return async () => ({ staff: await ensureStaffOf(env, sql), sqlPort })
}

export const configOf = (env: Env): ApiConfig => ({
  site: siteConfig(env),
  pixelId: env.FACEBOOK_PIXEL_ID ?? '',
  formsPerMinute: env.RATE_LIMIT_FORMS_PER_MINUTE,
  clickIds: env.CLICK_IDS === 'on',
  keep: {
    leadsDays: env.KEEP_LEADS_DAYS,
    spamDays: env.KEEP_SPAM_DAYS,
    auditDays: env.KEEP_AUDIT_DAYS,
    detailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    clickIdDays: env.CLICK_IDS === 'on' ? env.CLICK_IDS_KEEP_DAYS : 0,
  },
  timeZone: env.REPORT_TIMEZONE,
  notify: notifySettings(env),
  oidc: oidcSettings(env),
  country: env.BUSINESS_COUNTRY,
  currency: env.CURRENCY,
  secondFactor: env.STAFF_SECOND_FACTOR,
})

const ensureStaffOf = (env: Env, sql: Stores['sql']): Promise<MountedApi['staff']> => {
  const { STAFF_USERNAME: username, STAFF_PASSWORD: password } = env
  const given = username && password ? { username, password } : undefined
  return ensureStaff(sql, given, new Date(), env.NODE_ENV === 'production')
}

const oidcSettings = (env: Env): OidcSettings | undefined =>
  env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET && env.SITE_URL
    ? {
        issuer: env.OIDC_ISSUER,
        clientId: env.OIDC_CLIENT_ID,
        clientSecret: env.OIDC_CLIENT_SECRET,
        callback: new URL('/api/oidc/callback', env.SITE_URL).href,
        emailDomains: env.OIDC_EMAIL_DOMAINS.map(domain => domain.toLowerCase()),
        roleClaim: env.OIDC_ROLE_CLAIM ?? '',
        acr: env.OIDC_ACR ?? '',
      }
    : undefined
