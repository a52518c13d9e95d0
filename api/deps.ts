/** What the API is given by whoever starts it. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Sql } from 'postgres'
import type { Access } from './auth/guard.ts'
import type { SiteConfig } from './contract/config.ts'
import type { Keep } from './housekeeping.ts'
import type { ReadModel } from './read-model/read-model.ts'

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

type Server = RawServerDefault
type Asked = RawRequestDefaultExpression<Server>
type Answered = RawReplyDefaultExpression<Server>
type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'all'

/** Fastify's own, but that `config` is required. */
type DeclaredRoute = <
  Route extends RouteGenericInterface = RouteGenericInterface,
  const Schema extends FastifySchema = FastifySchema,
>(
  path: string,
  options: RouteShorthandOptions<
    Server,
    Asked,
    Answered,
    Route,
    ContextConfigDefault,
    Schema,
    ZodTypeProvider
  > & { config: Access },
  handler: RouteHandlerMethod<Server, Asked, Answered, Route, ContextConfigDefault, Schema, ZodTypeProvider>,
) => unknown

/** Fastify with requests and answers typed by their zod schemas, where every route says who may call it and how. */
export type Api = Omit<
  FastifyInstance<Server, Asked, Answered, FastifyBaseLogger, ZodTypeProvider>,
  Method | 'route'
> & { [method in Method]: DeclaredRoute }
