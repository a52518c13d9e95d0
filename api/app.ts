/** The API: every route of the staff dashboard and the public forms, mounted on one Fastify instance. */
import cookie from '@fastify/cookie'
import { type HttpOptions, openHttp } from '@firsttouch/infra/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { authRoutes } from './auth.ts'
import type { Api, ApiDeps, Deps } from './deps.ts'
import { describeRoutes, docsRoutes } from './docs.ts'
import { guardRoutes } from './guard.ts'
import { EVERY_MS, sweep } from './housekeeping.ts'
import { fillVariants } from './lead-variants.ts'
import { runOutbox } from './outbox.ts'
import { openReadModel } from './read-model.ts'
import { openReaders } from './record-events.ts'
import { abTestingStatsRoutes } from './routes/ab-testing-stats.ts'
import { analyticsRoutes } from './routes/analytics.ts'
import { campaignRoutes } from './routes/campaigns.ts'
import { configRoutes } from './routes/config.ts'
import { contactRoutes } from './routes/contact.ts'
import { deviceRoutes } from './routes/devices.ts'
import { domainConfigRoutes } from './routes/domain-config.ts'
import { experimentHistoryRoutes } from './routes/experiment-history.ts'
import { experimentRoutes } from './routes/experiments.ts'
import { healthRoutes } from './routes/health.ts'
import { landingPageRoutes } from './routes/landing-pages.ts'
import { leadJourneyRoutes } from './routes/lead-journey.ts'
import { leadRoutes } from './routes/leads.ts'
import { leadBulkRoutes } from './routes/leads-bulk.ts'
import { leadCsvRoutes } from './routes/leads-csv.ts'
import { liveRoutes } from './routes/live.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { onboardingCsvRoutes } from './routes/onboarding-csv.ts'
import { onboardingDeleteRoutes } from './routes/onboarding-delete.ts'
import { onboardingInboxRoutes } from './routes/onboarding-inbox.ts'
import { pipelineRoutes } from './routes/pipeline.ts'
import { plainFormRoutes } from './routes/plain-forms.ts'
import { shortLinkRoutes } from './routes/short-link.ts'
import { timeseriesRoutes } from './routes/timeseries.ts'
import { trialSignupRoutes } from './routes/trial-signup.ts'
import { unknownTagRoutes } from './routes/unknown-tags.ts'
import { variantSeriesRoutes } from './routes/variant-series.ts'
import { visitorsNowRoutes } from './routes/visitors-now.ts'
import { readVerdicts } from './verdicts.ts'

export type { ApiConfig, ApiDeps } from './deps.ts'

const ROUTES: ((app: Api, deps: Deps) => void)[] = [
  authRoutes,
  analyticsRoutes,
  timeseriesRoutes,
  variantSeriesRoutes,
  landingPageRoutes,
  deviceRoutes,
  visitorsNowRoutes,
  abTestingStatsRoutes,
  experimentRoutes,
  experimentHistoryRoutes,
  campaignRoutes,
  unknownTagRoutes,
  shortLinkRoutes,
  domainConfigRoutes,
  configRoutes,
  contactRoutes,
  trialSignupRoutes,
  onboardingRoutes,
  plainFormRoutes,
  onboardingInboxRoutes,
  onboardingDeleteRoutes,
  onboardingCsvRoutes,
  leadRoutes,
  leadBulkRoutes,
  leadCsvRoutes,
  leadJourneyRoutes,
  liveRoutes,
  pipelineRoutes,
  healthRoutes,
]

/**
 * Also runs what belongs to the API, from ready until close: the relay of the outbox, an hourly sweep, a look at the split
 * tests, and the landing pages of leads.
 */
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
      const api: Api = scope.withTypeProvider()
      for (const routes of ROUTES) routes(api, deps)
    })
    await app.register(docsRoutes(deps))
    runChores(app, deps)
  }

/** A test may cross while nobody looks: a minute late is early enough. */
const READ_TESTS_EVERY_MS = 60_000
const FILL_VARIANTS_EVERY_MS = 60_000

const runChores = (app: FastifyInstance, deps: Deps): void => {
  const { sql, log, config, now, readModel } = deps
  const stop = new AbortController()
  const onError = (error: unknown) => app.log.error(error)
  let relay: Promise<void> | undefined
  let reading: Promise<unknown> | undefined
  let filling: Promise<unknown> | undefined
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, chore: () => void) => timers.push(setInterval(chore, ms).unref())
  app.addHook('onReady', async () => {
    relay = runOutbox({ sql, log, canBeRead: openReaders(readModel), signal: stop.signal, onError })
    every(EVERY_MS, () => sweep(sql, now(), config.keep).catch(onError))
    every(FILL_VARIANTS_EVERY_MS, () => {
      filling = fillVariants(deps).catch(onError)
    })
    every(READ_TESTS_EVERY_MS, () => {
      reading = readVerdicts(deps).catch(onError)
    })
  })
  app.addHook('onClose', async () => {
    stop.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all([relay, reading, filling])
  })
}

/** The API alone, for tests and for a process of its own. */
export const buildApi = async (deps: ApiDeps, http?: HttpOptions): Promise<FastifyInstance> => {
  const app = openHttp(http)
  await app.register(apiRoutes(deps))
  return app
}
