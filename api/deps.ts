/** The API's dependencies. */
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

/** How many days are kept; 0 for ever. */
export type Keep = {
  leadsDays: number
  spamDays: number
  auditDays: number
  detailsDays: number
  /** Of the ids of adverts' clicks: 0 for none at all. */
  clickIdDays: number
}

/** `tls`: `starttls` where the server must offer it, `none` only to this machine or where the operator says so. */
export type SmtpSettings = {
  host: string
  port: number
  tls: 'starttls' | 'from the start' | 'if offered' | 'none'
  user: string
  password: string
  from: { name: string; address: string }
}
export type WebhookSettings = { url: string; secret: string; allowHosts: string[] }
/** Where notifications of leads, verdicts and alarms go. null for a channel that is off. */
export type NotifySettings = {
  smtp: SmtpSettings | null
  webhook: WebhookSettings | null
  /** Addresses that get the kinds that no member of staff has chosen. */
  notifyTo: string[]
  /** Links begin with it. */
  dashboardUrl: string
  /** How often a test event is sent; 0 for never. */
  canarySeconds: number
  /** 0: backups are not watched. */
  backupWithinHours: number
}

/** The login provider of staff. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Registered with the provider as the redirect URI. */
  callback: string
  /** In small letters. */
  emailDomains: string[]
  /** Names the claim that says viewer, staff or owner; empty: new accounts are viewers. */
  roleClaim: string
  /** The authentication context that the provider must state; empty: any. */
  acr: string
}

export type ApiConfig = {
  site: SiteConfig
  /** The ad pixel; empty for none. */
  pixelId: string
  /** Submissions of public forms per address and minute, six times as many a day; 0 switches the limit off. */
  formsPerMinute: number
  /** Whether the ids of adverts' clicks are taken; not unless it says so. */
  clickIds?: boolean
  /** How long records are kept, where it differs from the default. */
  keep?: Keep
  /** An IANA name: reports cut their days in it. */
  timeZone: string
  /** Without it there are no notifications. */
  notify?: NotifySettings
  /** Without it staff log in with passwords alone. */
  oidc?: OidcSettings | undefined
  /** ISO 3166-1: where a telephone number without a country belongs. */
  country: string
  /** ISO 4217: what advertising costs, and what a conversion is worth, are in. */
  currency: string
  /** Staff without a second factor can do nothing but add one. */
  secondFactor?: 'required' | 'optional'
}

export type ApiDeps = {
  sql: Sql
  clickhouse: ClickHouseClient
  /** How many questions about the read models are asked at once; as many as of the embedded engine unless it says so. */
  questionsAtOnce?: number
  log: Log
  config: ApiConfig
  now?: () => Date
  /** What its process lacks to be sent work; nothing unless it says so. */
  missing?: () => string[]
}
/** How old the figures are. `lagMs`: for how long the oldest event has waited that is not in them; null: not known. */
export type Freshness = { asOf: Date | null; lagMs: number | null }

type Rows = <Row>(
  query: string,
  parameters?: Record<string, unknown>,
  withinMs?: number,
) => Promise<readonly Readonly<Row>[]>

export type ReadModel = {
  /** Runs a SELECT that names its tables `{db:Identifier}.table`. Throws a HttpError (503) when the store does not answer. */
  rows: Rows
  /** The same for several questions whose answers go together: all are asked of one generation. */
  rowsOfOne: () => Promise<Rows>
  /** The time up to which every acknowledged event is counted; null while it is not known of any time. */
  asOf: () => Promise<Date | null>
  /** The same, of this very moment. */
  freshness: () => Promise<Freshness>
}

type Optional = 'missing' | 'questionsAtOnce'
/** What routes are given: the same with the clock filled in, and the read models behind one door. */
export type Deps = Required<Omit<ApiDeps, Optional>> & Pick<ApiDeps, Optional> & { readModel: ReadModel }

/**
 * Whether the call needs the password again, which an open browser alone cannot give (ASVS 7.5.3): what takes people's
 * data away or sends visitors elsewhere. Where that depends on the request, the function says why it does, in a word for
 * the audit log, or null. It is asked after validation.
 */
export type Confirm = boolean | ((request: FastifyRequest) => Promise<string | null> | string | null)
/** Who may call a route: anybody, or only an account of at least this role. */
export type Access =
  | { access: 'public' }
  | {
      access: 'staff'
      role: Role
      confirm: Confirm
      /** A read token of that role may call it, too. */
      bearer?: true
      /** The last step of setting up an account before which the route already answers. */
      setup?: SetupStep
    }

export const FOR_ALL = { access: 'public' } as const
export const FOR_VIEWERS = { access: 'staff', role: 'viewer', confirm: false } as const
/** Reads without contact data. */
export const FIGURES = { ...FOR_VIEWERS, bearer: true } as const
export const FOR_STAFF = { access: 'staff', role: 'staff', confirm: false } as const
/** Reads with contact data. */
export const CONTACTS = { ...FOR_STAFF, bearer: true } as const
export const FOR_OWNERS = { access: 'staff', role: 'owner', confirm: false } as const

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
