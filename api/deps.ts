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

/** Retention in days. 0 means no limit, except for click ids. */
export type Keep = {
  leadsDays: number
  spamDays: number
  auditDays: number
  detailsDays: number
  /** 0 means that click ids are not stored. */
  clickIdDays: number
}

/** `starttls` requires that the server offers STARTTLS. `if offered` is for localhost. `none` turns TLS off. */
export type SmtpSettings = {
  host: string
  port: number
  tls: 'starttls' | 'from the start' | 'if offered' | 'none'
  user: string
  password: string
  from: { name: string; address: string }
}
export type WebhookSettings = { url: string; secret: string; allowHosts: string[] }
/** A channel that is null is disabled. */
export type NotifySettings = {
  smtp: SmtpSettings | null
  webhook: WebhookSettings | null
  /** Mail addresses that receive each kind of notification that no staff member has chosen, except the digest. */
  notifyTo: string[]
  dashboardUrl: string
  /** Interval in seconds of canary events (test events that monitor the pipeline). 0 disables them. */
  canarySeconds: number
  /** An alarm is raised if the latest backup is older than this many hours. 0 disables the alarm. */
  backupWithinHours: number
}

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Redirect URI that is registered with the provider. */
  callback: string
  emailDomains: string[]
  /** Claim that contains the role (viewer, staff or owner). If empty, new accounts are viewers. */
  roleClaim: string
  /** Required authentication context (claim `acr`). If empty, every context is accepted. */
  acr: string
}

export type ApiConfig = {
  site: SiteConfig
  /** Empty if there is no ad pixel. */
  pixelId: string
  /** Limit for submissions from one network. The daily limit is six times as high. 0 means no limit. */
  formsPerMinute: number
  clickIds?: boolean
  keep?: Keep
  /** Report time zone (IANA name). */
  timeZone: string
  notify?: NotifySettings
  /** undefined means that staff log in only by password. */
  oidc?: OidcSettings | undefined
  /** Country (ISO 3166-1) of phone numbers without a country code. */
  country: string
  /** Currency of costs and conversion values (ISO 4217). */
  currency: string
  /** With `required`, staff can do nothing until they have added a second factor. */
  secondFactor?: 'required' | 'optional'
}

export type ApiDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  /** Maximum number of concurrent queries on the read models, by default QUESTIONS_AT_ONCE. */
  questionsAtOnce?: number
  log: Log
  config: ApiConfig
  now?: () => Date
  /** Returns the reasons why the process is not ready. */
  missing?: () => string[]
}
/** `lagMs` is the age of the oldest event that is not in the figures yet. null means unknown. */
export type Freshness = { asOf: Date | null; lagMs: number | null }

type Rows = <Row>(
  query: string,
  parameters?: Record<string, unknown>,
  withinMs?: number,
) => Promise<readonly Readonly<Row>[]>

export type ReadModel = {
  /** Runs a SELECT with table names like `{db:Identifier}.table`. Throws HttpError 503 if the store does not answer. */
  rows: Rows
  /** Returns a function like `rows` whose queries all read the same generation (database) of read models. */
  rowsOfOne: () => Promise<Rows>
  /** The figures contain every event that was acknowledged before the returned time. null means unknown. */
  asOf: () => Promise<Date | null>
  /** Not cached, unlike `asOf`. */
  freshness: () => Promise<Freshness>
}

type Optional = 'missing' | 'questionsAtOnce'
/** `ApiDeps` plus the read models. `now` is always set. */
export type Deps = Required<Omit<ApiDeps, Optional>> & Pick<ApiDeps, Optional> & { readModel: ReadModel }

/**
 * Whether to require re-authentication (ASVS 7.5.3), for example to export personal data or to redirect visitors. A
 * function returns a word for the audit log, or null for "no".
 */
export type Confirm = boolean | ((request: FastifyRequest) => Promise<string | null> | string | null)
export type Access =
  | { access: 'public' }
  | {
      access: 'staff'
      role: Role
      confirm: Confirm
      /** Read tokens whose role is at least `role` may also call the route. */
      bearer?: true
      /** The route works even before the account has done this step of its set-up. */
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

/** Every route must declare its access. */
export type Api = Omit<
  FastifyInstance<Server, Asked, Answered, FastifyBaseLogger, ZodTypeProvider>,
  Method | 'route'
> & { [method in Method]: DeclaredRoute }
