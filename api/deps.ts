/** What the API is given by whoever starts it. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Sql } from 'postgres'
import type { SiteConfig } from './contract/config.ts'
import type { Keep } from './housekeeping.ts'
import type { ReadModel } from './read-model.ts'

export type ApiConfig = {
  site: SiteConfig
  /** The ad pixel; empty for none. */
  pixelId: string
  /** Submissions of public forms per address and minute, six times as many a day; 0 switches the limit off. */
  formsPerMinute: number
  /** How long records are kept, where it differs from the default. */
  keep?: Keep
  /** An IANA name: reports cut their days in it. */
  timeZone: string
}

export type ApiDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  log: Log
  config: ApiConfig
  now?: () => Date
}
/** What routes are given: the same with the clock filled in, and the read models behind one door. */
export type Deps = Required<ApiDeps> & { readModel: ReadModel }

/** Fastify with requests and answers typed by their zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>
