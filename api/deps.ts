import type { ClickHouseClient } from '@clickhouse/client'
import type { Log } from '@firsttouch/infra/log/log'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
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
import type { SiteConfig } from './contract/config.ts'
import type { SetupStep } from './contract/problem.ts'
import type { Role } from './contract/roles.ts'

/** Retention in days. 0: no limit. */
export type Keep = {
  leadsDays: number
  spamDays: number
  auditDays: number
  detailsDays: number
  /** Retention of click ids. 0: click ids are not stored. */
  clickIdDays: number
}

/** `tls`: with `starttls` the server must offer STARTTLS. `none` is for localhost, or on the operator's request. */
export type SmtpSettings = {
  host: string
  port: number
  tls: 'starttls' | 'from the start' | 'if offered' | 'none'
  user: string
  password: string
  from: { name: string; address: string }
}
export type WebhookSettings = { url: string; secret: string; allowHosts: string[] }
/** Settings of notifications. null: the channel is disabled. */
export type NotifySettings = {
  smtp: SmtpSettings | null
  webhook: WebhookSettings | null
  /** Mail addresses for the kinds of notifications that no staff member chose to receive. */
  notifyTo: string[]
  dashboardUrl: string
  /** Interval of canary events in seconds. 0: none. */
  canarySeconds: number
  /** Maximum age of a backup in hours. 0: no alarm. */
  backupWithinHours: number
}

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Registered with the provider as the redirect URI. */
  callback: string
  emailDomains: string[]
  /** Claim with the role (viewer, staff or owner). Empty: new accounts are viewers. */
  roleClaim: string
  /** Required authentication context (acr). Empty: any. */
  acr: string
}

export type ApiConfig = {
  site: SiteConfig
  /** Id of the ad pixel. Empty: none. */
  pixelId: string
  /** Form submissions for each network in a minute. The daily limit is six times as high. 0: no limit. */
  formsPerMinute: number
  clickIds?: boolean
  keep?: Keep
  /** Report time zone (IANA name). */
  timeZone: string
  /** undefined: no notifications. */
  notify?: NotifySettings
  /** undefined: password login only. */
  oidc?: OidcSettings | undefined
  /** Country of phone numbers without a country code (ISO 3166-1). */
  country: string
  /** Currency of costs and conversion values (ISO 4217). */
  currency: string
  /** `required`: staff without a second factor can only add one. */
  secondFactor?: 'required' | 'optional'
}

export type ApiDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  /** Concurrent queries on the read models. Default: the number for the embedded engine. */
  questionsAtOnce?: number
  log: Log
  config: ApiConfig
  now?: () => Date
  /** Returns the reasons why the process is not ready. Default: no reasons. */
  missing?: () => string[]
}
/** Freshness of the figures. `lagMs`: age of the oldest event that they lack, in milliseconds. null: unknown. */
export type Freshness = { asOf: Date | null; lagMs: number | null }

type Rows = <Row>(
  query: string,
  parameters?: Record<string, unknown>,
  withinMs?: number,
) => Promise<readonly Readonly<Row>[]>

export type ReadModel = {
  /** Runs a SELECT whose tables are written `{db:Identifier}.table`. Throws HttpError 503 if the store does not answer. */
  rows: Rows
  /** For several queries that must read the same generation. */
  rowsOfOne: () => Promise<Rows>
  /** The figures contain every event acknowledged before this time. null: unknown. */
  asOf: () => Promise<Date | null>
  /** Like `asOf`, without a cache. */
  freshness: () => Promise<Freshness>
}

type Optional = 'missing' | 'questionsAtOnce'
/** Dependencies of routes: with defaults, and with access to the read models. */
export type Deps = Required<Omit<ApiDeps, Optional>> & Pick<ApiDeps, Optional> & { readModel: ReadModel }

/**
 * True if the call needs re-authentication (ASVS 7.5.3), because it exports personal data or redirects visitors. A
 * function decides by request, after validation. It returns the reason as one word for the audit log, or null for no
 * re-authentication.
 */
export type Confirm = boolean | ((request: FastifyRequest) => Promise<string | null> | string | null)
export type Access =
  | { access: 'public' }
  | {
      access: 'staff'
      role: Role
      confirm: Confirm
      /** Read tokens with the role may also call the route. */
      bearer?: true
      /** The route answers even before this step of the account's set-up is done. */
      setup?: SetupStep
    }

export const FOR_ALL = { access: 'public' } as const
export const FOR_VIEWERS = { access: 'staff', role: 'viewer', confirm: false } as const
export const FIGURES = { ...FOR_VIEWERS, bearer: true } as const
export const FOR_STAFF = { access: 'staff', role: 'staff', confirm: false } as const
export const CONTACTS = { ...FOR_STAFF, bearer: true } as const
export const FOR_OWNERS = { access: 'staff', role: 'owner', confirm: false } as const

type Server = RawServerDefault
type Asked = RawRequestDefaultExpression<Server>
type Answered = RawReplyDefaultExpression<Server>
type Method = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options' | 'all'

/** Fastify's route type with a required `config`. */
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

/** Fastify with types from zod schemas. Every route must declare its access. */
export type Api = Omit<
  FastifyInstance<Server, Asked, Answered, FastifyBaseLogger, ZodTypeProvider>,
  Method | 'route'
> & { [method in Method]: DeclaredRoute }
