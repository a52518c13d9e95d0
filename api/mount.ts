/** The API on a Fastify instance of its process, as the environment wants it. */

import type { Stores } from '@firsttouch/infra/open-stores'
import type { Env } from '@firsttouch/infra/platform/env'
import { outboxMetric } from '@firsttouch/infra/platform/metrics'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { apiRoutes } from './app.ts'
import { siteConfig } from './forms/site-config.ts'
import { countPending } from './outbox/outbox.ts'

export const mountApi = (
  app: FastifyInstance,
  env: Env,
  registry: Registry,
  { sql, log, clickhouse }: Pick<Stores, 'sql' | 'log' | 'clickhouse'>,
): void => {
  outboxMetric(registry, () => countPending(sql))
  const config = {
    site: siteConfig(env),
    pixelId: env.FACEBOOK_PIXEL_ID ?? '',
    formsPerMinute: env.RATE_LIMIT_FORMS_PER_MINUTE,
    keep: {
      leadsDays: env.KEEP_LEADS_DAYS,
      spamDays: env.KEEP_SPAM_DAYS,
      auditDays: env.KEEP_AUDIT_DAYS,
      detailsDays: env.KEEP_VISIT_DETAILS_DAYS,
    },
    timeZone: env.REPORT_TIMEZONE,
  }
  app.register(apiRoutes({ sql, log, clickhouse: clickhouse.client(), config }))
}
