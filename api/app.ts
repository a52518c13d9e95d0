import cookie from '@fastify/cookie'
import { type HttpOptions, openHttp } from '@firsttouch/infra/platform/http/http'
import { HOUR_MS, MINUTE_MS, repeat } from '@firsttouch/infra/platform/timing'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { auditRoutes, mirrorAudit } from './auth/audit.ts'
import { guardRoutes } from './auth/guard.ts'
import { oidcRoutes } from './auth/oidc/routes.ts'
import { readTokenRoutes } from './auth/read-token-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { teamRoutes } from './auth/team/routes.ts'
import { checkLinkRoutes } from './campaigns/check-link.ts'
import { domainConfigRoutes } from './campaigns/domain-config.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { shortLinkRoutes } from './campaigns/short-link.ts'
import { tagRoutes } from './campaigns/tag.ts'
import { unknownTagRoutes } from './campaigns/unknown-tags.ts'
import { conversionRoutes } from './conversions/routes.ts'
import type { Api, ApiDeps, Deps } from './deps.ts'
import { digestOf, enqueueDigest } from './digest/message.ts'
import { describeRoutes, docsRoutes } from './docs.ts'
import { abTestingStatsRoutes } from './experiments/ab-testing-stats.ts'
import { experimentDetailsRoutes } from './experiments/details.ts'
import { experimentHistoryRoutes } from './experiments/history.ts'
import { experimentRoutes } from './experiments/routes.ts'
import { latchVerdicts } from './experiments/verdicts.ts'
import { plainFormRoutes } from './forms/plain-forms.ts'
import { configRoutes, publicFormRoutes } from './forms/public-forms.ts'
import { healthRoutes } from './health.ts'
import { sweep } from './housekeeping.ts'
import { leadRoutes } from './inbox/leads/routes.ts'
import { fillVariants } from './inbox/leads/variants.ts'
import { normaliseRecords } from './inbox/normalise-records.ts'
import { onboardingInboxRoutes } from './inbox/onboarding/routes.ts'
import { internalTrafficRoutes } from './internal-traffic/routes.ts'
import { announceChange, liveRoutes } from './live/live.ts'
import { watchAlarms } from './notifications/alarms/alarms.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { runNotifications } from './notifications/run.ts'
import { runOutbox } from './outbox/outbox.ts'
import { openReadModel } from './read-model/read-model.ts'
import { analyticsRoutes } from './reports/analytics.ts'
import { clickFraudRoutes } from './reports/click-fraud.ts'
import { funnelRoutes } from './reports/funnel.ts'
import { deviceRoutes, landingPageRoutes } from './reports/landing-counts.ts'
import { pageSpeedRoutes } from './reports/page-speed.ts'
import { pipelineRoutes } from './reports/pipeline.ts'
import { timeseriesRoutes, variantSeriesRoutes } from './reports/timeseries.ts'
import { trafficListRoutes } from './reports/traffic-list.ts'
import { visitorsNowRoutes } from './reports/visitors-now.ts'
import { spendRoutes } from './spend/routes.ts'

export type { ApiConfig, ApiDeps } from './deps.ts'

const ROUTES: ((app: Api, deps: Deps) => void)[] = [
  authRoutes,
  teamRoutes,
  readTokenRoutes,
  analyticsRoutes,
  timeseriesRoutes,
  variantSeriesRoutes,
  landingPageRoutes,
  trafficListRoutes,
  pageSpeedRoutes,
  deviceRoutes,
  visitorsNowRoutes,
  funnelRoutes,
  clickFraudRoutes,
  abTestingStatsRoutes,
  experimentRoutes,
  experimentHistoryRoutes,
  experimentDetailsRoutes,
  campaignRoutes,
  checkLinkRoutes,
  unknownTagRoutes,
  spendRoutes,
  shortLinkRoutes,
  domainConfigRoutes,
  internalTrafficRoutes,
  tagRoutes,
  configRoutes,
  publicFormRoutes,
  plainFormRoutes,
  onboardingInboxRoutes,
  leadRoutes,
  conversionRoutes,
  liveRoutes,
  pipelineRoutes,
  notificationRoutes,
  oidcRoutes,
  auditRoutes,
  healthRoutes,
]

/** Registers routes and background jobs. The jobs run from Fastify's `onReady` hook until its `onClose` hook. */
export const apiRoutes =
  (given: ApiDeps): FastifyPluginAsync =>
  async app => {
    const required = { ...given, now: given.now ?? (() => new Date()) }
    const deps: Deps = { ...required, readModel: openReadModel(required) }
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    await app.register(cookie)
    await describeRoutes(app)
    await app.register(async scope => {
      guardRoutes(scope, deps)
      scope.addHook('onSend', async (request, reply) => {
        const { changes } = request.routeOptions.config
        if (changes && reply.statusCode < 400) await announceChange(deps.sql, changes)
      })
      const api: Api = scope.withTypeProvider()
      for (const routes of ROUTES) routes(api, deps)
    })
    await app.register(docsRoutes(deps))
    mirrorAudit(entry => app.log.info({ audit: entry }, entry.action))
    runChores(app, deps)
  }

const runChores = (app: FastifyInstance, deps: Deps): void => {
  const { sql, log, config, now } = deps
  const stop = new AbortController()
  const { signal } = stop
  const onError = (error: unknown) => app.log.error(error)
  /** Returns a function that stops the timer and waits for a run in progress. */
  const every = (ms: number, chore: () => Promise<unknown>) => {
    let latest: Promise<unknown> | undefined
    const timer = setInterval(() => {
      latest = chore().catch(onError)
    }, ms).unref()
    return () => {
      clearInterval(timer)
      return latest
    }
  }
  let ends: (() => Promise<unknown> | undefined)[] = []
  app.addHook('onReady', async () => {
    const loops = [startNotifications(deps, signal, onError), runOutbox({ sql, log, signal, onError })]
    ends = [
      () => Promise.all(loops),
      every(HOUR_MS, () => sweep(sql, now(), config.keep)),
      // During a rolling upgrade, the previous release may still add records in the old form.
      every(HOUR_MS, () => normaliseRecords(sql, config.country)),
      every(MINUTE_MS, () => fillVariants(deps)),
      // Stores the verdicts of A/B tests even if no dashboard is open.
      every(MINUTE_MS, () => latchVerdicts(deps)),
    ]
  })
  app.addHook('onClose', async () => {
    stop.abort()
    await Promise.all(ends.map(end => end()))
  })
}

export const buildApi = async (deps: ApiDeps, http?: HttpOptions): Promise<FastifyInstance> => {
  const app = openHttp(http)
  await app.register(apiRoutes(deps))
  return app
}

const LOOK_AT_ALARMS_EVERY_MS = 15_000

/** Sends notifications until the signal aborts. Does nothing if neither mail nor webhook is configured. */
const startNotifications = async (deps: Deps, signal: AbortSignal, onError: (error: unknown) => void) => {
  const { sql, now, config } = deps
  const settings = config.notify
  if (!settings?.smtp && !settings?.webhook) return
  const { timeZone } = config
  const digest = (week: string) => digestOf(deps, settings.dashboardUrl, week)
  await Promise.all([
    runNotifications({ sql, settings, timeZone, digest, now, signal, onError }),
    repeat({ signal, onError, everyMs: LOOK_AT_ALARMS_EVERY_MS }, () => watchAlarms(sql, settings, now())),
    repeat({ signal, onError, everyMs: MINUTE_MS }, () => enqueueDigest(sql, settings, timeZone, now())),
  ])
}
