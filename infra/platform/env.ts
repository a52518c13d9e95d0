/** Parses the environment once. Throws an error that names each invalid variable. `.env.example` lists them all. */
import { z } from 'zod'
import { oidcFaults, webhookFaults } from './env/faults.ts'
import { isAddress, notifySchemas } from './env/notify.ts'
import { isNetwork } from './network.ts'
import { weakAddress, weakness } from './secrets.ts'

const blankAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankAsAbsent, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess(given => blankAsAbsent(given) ?? value, schema)

const whole = (least: number, most: number, error: string) =>
  z.coerce.number({ error }).int(error).min(least, error).max(most, error)
const port = whole(0, 65_535, 'must be a port number, at most 65535')
const positive = whole(1, 10_000, 'must be a whole number from 1 to 10000')
const perMinute = whole(0, 1e9, 'must be a number, 0 to switch the limit off')
const days = whole(0, 36_500, 'must be days, 0 to keep for ever')
/** Rejects TLS modes that do not verify the server, because an attacker could pose as the server. */
const verified = [
  (url: string) => !/[?&]ssl(mode)?=(allow|prefer|require)\b/.test(url),
  'must have sslmode=verify-full: other modes do not verify the server',
] as const
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://example.com' })
const list = z.string().transform(text =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean),
)
const usefulDays = whole(1, 400, 'must be days, from 1 to 400')
const onOrOff = z.enum(['on', 'off'], { error: 'must be on or off' })
const share = z.coerce
  .number({ error: 'must be a share from 0 to 1' })
  .min(0, 'must be at least 0')
  .max(1, 'must be at most 1')
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const isHost = (text: string) => /^[^\s/@]+$/.test(text)
const hosts = list.refine(all => all.every(isHost), 'must be host names with commas between them')
const networks = list.refine(all => all.every(isNetwork), 'must be networks (CIDR) with commas between them')
const timeZone = z.string().refine(isTimeZone, 'must be a time zone such as Europe/London')
const country = z.string().refine(isCountry, 'must be a country of ISO 3166-1 such as GB')
const currency = z
  .string()
  .refine(isCurrency, 'must be an ISO 4217 code such as GBP, of a currency with at most two decimals')

const schema = z.object({
  NODE_ENV: withDefault(
    z.enum(['production', 'development', 'test'], { error: 'must be production or development' }),
    'development',
  ),
  PORT: withDefault(port, '3000'),
  HOST: withDefault(z.string().refine(isHost, 'must be an address or a host name'), 'localhost'),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .refine(...verified),
  ),
  CLICKHOUSE_URL: optional(webUrl),
  LOG_URL: optional(
    z
      .string()
      .regex(/^(postgres(ql)?|kafkas?):\/\//, 'must start with postgres://, kafka:// or kafkas://')
      .refine(...verified),
  ),
  LOG_COLUMNS: withDefault(onOrOff, 'off'),
  KAFKA_PARTITIONS: withDefault(positive, '4'),
  KAFKA_REPLICATION_FACTOR: withDefault(positive, '1'),
  INGEST_URL: optional(webUrl),
  API_URL: optional(webUrl),
  METRICS_PORT: optional(port),
  MAX_CONNECTIONS: withDefault(whole(10, 1_000_000, 'must be a whole number from 10 to 1000000'), '5000'),
  DRAIN_SECONDS: optional(z.coerce.number({ error: 'must be seconds, at most 10' }).min(0).max(10)),
  CANARY_SECONDS: withDefault(z.coerce.number({ error: 'must be seconds, 0 for no canary' }).min(0), '60'),
  SQL_PORT: optional(port),
  ANALYST_PASSWORD: optional(z.string().max(1024)),
  STAFF_USERNAME: optional(z.string().max(255)),
  STAFF_PASSWORD: optional(z.string().min(8, 'must have at least 8 characters').max(1024)),
  STAFF_SECOND_FACTOR: withDefault(
    z.enum(['required', 'optional'], { error: 'must be required or optional' }),
    'optional',
  ),
  RATE_LIMIT_EVENTS_PER_MINUTE: optional(perMinute),
  RATE_LIMIT_FORMS_PER_MINUTE: withDefault(perMinute, '5'),
  KEEP_LEADS_DAYS: withDefault(days, '730'),
  KEEP_SPAM_DAYS: withDefault(days, '30'),
  KEEP_VISIT_DETAILS_DAYS: withDefault(days, '400'),
  KEEP_AUDIT_DAYS: withDefault(days, '400'),
  CLICK_IDS: withDefault(onOrOff, 'off'),
  IDENTITY_COOKIE: withDefault(onOrOff, 'on'),
  CLICK_IDS_KEEP_DAYS: withDefault(usefulDays, '90'),
  SITE_URL: optional(webUrl),
  TRUST_PROXY: withDefault(networks, ''),
  REPORT_TIMEZONE: withDefault(timeZone, 'Europe/London'),
  BUSINESS_COUNTRY: withDefault(country, 'GB'),
  CURRENCY: withDefault(currency, 'GBP'),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'warn'),
  CONSENT: withDefault(z.enum(['required', 'not_required']), 'not_required'),
  FACEBOOK_PIXEL_ID: optional(z.string().regex(/^\d{5,20}$/, 'must be 5 to 20 digits')),
  PAYMENT_LINK_REGIONAL: optional(webUrl),
  PAYMENT_LINK_NATIONAL: optional(webUrl),
  PAYMENT_LINK_ENTERPRISE: optional(webUrl),
  CHAT_NUMBER: optional(z.string().regex(/^\d{6,15}$/, 'must be 6 to 15 digits with the country code, no +')),
  SUPPORT_EMAIL: optional(z.string().refine(isAddress, 'must be an e-mail address')),
  ADS_MANAGER_ID: optional(z.string().max(64)),
  VIDEO_URL: optional(webUrl),
  SMTP_URL: optional(notifySchemas.smtpUrl),
  NOTIFY_FROM: optional(notifySchemas.mailbox),
  NOTIFY_TO: withDefault(list.pipe(notifySchemas.addresses), ''),
  WEBHOOK_URL: optional(notifySchemas.webhookUrl),
  WEBHOOK_SECRET: optional(z.string().max(1024)),
  WEBHOOK_ALLOW_HOSTS: withDefault(hosts, ''),
  BACKUP_WITHIN_HOURS: withDefault(whole(0, 100_000, 'must be hours, 0 for no alarm'), '0'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webUrl),
  OTEL_SERVICE_NAME: optional(z.string().max(255, 'must have at most 255 characters')),
  OTEL_TRACES_SAMPLER: withDefault(
    z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }),
    'parentbased_always_on',
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, '1'),
  TRUST_TRACEPARENT: withDefault(onOrOff, 'off'),
  OIDC_ISSUER: optional(webUrl),
  OIDC_CLIENT_ID: optional(z.string().max(255)),
  OIDC_CLIENT_SECRET: optional(z.string().max(1024)),
  OIDC_EMAIL_DOMAINS: withDefault(hosts, ''),
  OIDC_ROLE_CLAIM: optional(z.string().max(255)),
  OIDC_ACR: optional(z.string().max(255)),
})

export type Env = z.output<typeof schema>

/** Throws an Error that names every invalid variable and what it must be. */
export const readEnv = (source: Record<string, string | undefined> = process.env): Env => {
  const parsed = schema.safeParse(source)
  if (parsed.success) {
    const { STAFF_USERNAME, STAFF_PASSWORD } = parsed.data
    if (!STAFF_USERNAME !== !STAFF_PASSWORD)
      throw new Error('STAFF_USERNAME and STAFF_PASSWORD belong together: set both or neither.')
    refuse(weakSecrets(parsed.data))
    refuse(webhookFaults(parsed.data))
    refuse(oidcFaults(parsed.data))
    return parsed.data
  }
  const lines = parsed.error.issues.map(issue => `  ${issue.path.join('.')} ${issue.message}`)
  throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
}

const weakSecrets = ({ DATABASE_URL, CLICKHOUSE_URL, ANALYST_PASSWORD }: Env) => ({
  DATABASE_URL: weakAddress(DATABASE_URL),
  CLICKHOUSE_URL: weakAddress(CLICKHOUSE_URL),
  ANALYST_PASSWORD: ANALYST_PASSWORD && weakness(ANALYST_PASSWORD),
})

const refuse = (found: Record<string, string | undefined>): void => {
  const lines = Object.entries(found).flatMap(([name, reason]) => (reason ? `  ${name} ${reason}` : []))
  if (lines.length > 0) throw new Error(`The environment is not usable:\n${lines.join('\n')}`)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Rejects "UK", an alias of GB that telephone numbering plans do not know. */
function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || new Intl.Locale(`und-${code}`).region !== code) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
}

function isCurrency(code: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(code)) return false
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions()
  return maximumFractionDigits <= 2
}
