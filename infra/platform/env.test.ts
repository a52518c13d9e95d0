import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Env, readEnv } from './env.ts'

const example = readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8')
const listed = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
)

test('.env.example lists every variable, with its default', () => {
  const defaults = readEnv({})
  const fromExample = readEnv(Object.fromEntries(listed))
  expect(fromExample).toEqual(defaults)
  expect(listed.map(([name]) => name).toSorted()).toEqual(Object.keys(readEnv(everyVariable)).toSorted())
})

test('a blank variable counts as absent', () => {
  expect(readEnv({ DATABASE_URL: '', PORT: '' })).toEqual(readEnv({}))
})

const long = 'a'.repeat(2_000)
/** Invalid values of each setting. `service.test.ts` and `reached.test.ts` test values that only a start rejects. */
const WRONG: Record<Exclude<keyof Env, FoundAtStart>, string[]> = {
  NODE_ENV: ['Production', 'prod'],
  PORT: ['http', '70000', '1.5'],
  HOST: ['http://localhost', 'localhost:3000 '],
  DATABASE_URL: ['mysql://localhost/x', 'postgres://localhost/x?sslmode=require'],
  CLICKHOUSE_URL: ['localhost:8123'],
  LOG_URL: ['redis://localhost', 'postgres://localhost/x?application_name=a&ssl=prefer'],
  LOG_COLUMNS: ['yes'],
  KAFKA_PARTITIONS: ['many', '0'],
  KAFKA_REPLICATION_FACTOR: ['0'],
  INGEST_URL: ['ingest:3000'],
  API_URL: ['api:3000'],
  METRICS_PORT: ['metrics', '70000'],
  MAX_CONNECTIONS: ['all', '9'],
  DRAIN_SECONDS: ['5s', '11'],
  CANARY_SECONDS: ['1m', '-1'],
  SQL_PORT: ['sql', '70000'],
  ANALYST_PASSWORD: ['analyst', long],
  STAFF_USERNAME: [long, 'ada'],
  STAFF_PASSWORD: ['short', 'a long enough one'],
  STAFF_SECOND_FACTOR: ['on'],
  RATE_LIMIT_EVENTS_PER_MINUTE: ['none', '-1'],
  RATE_LIMIT_FORMS_PER_MINUTE: ['none', '-1'],
  KEEP_LEADS_DAYS: ['2 years', '-1'],
  KEEP_SPAM_DAYS: ['a month'],
  KEEP_VISIT_DETAILS_DAYS: ['always'],
  KEEP_AUDIT_DAYS: ['always'],
  CLICK_IDS: ['yes'],
  IDENTITY_COOKIE: ['yes'],
  CLICK_IDS_KEEP_DAYS: ['0', '401'],
  SITE_URL: ['www.example.com'],
  TRUST_PROXY: ['nginx', '10.0.0.0/8 172.16.0.0/12', '10.0.0.0/33', '127.0.0.1/32,true'],
  REPORT_TIMEZONE: ['Mars/Olympus'],
  BUSINESS_COUNTRY: ['UK'],
  CURRENCY: ['pounds', 'KWD'],
  LOG_LEVEL: ['verbose'],
  CONSENT: ['yes'],
  FACEBOOK_PIXEL_ID: ['id12345', '12345 or so'],
  PAYMENT_LINK_REGIONAL: ['pay.example', 'javascript:alert(1)'],
  PAYMENT_LINK_NATIONAL: ['pay.example'],
  PAYMENT_LINK_ENTERPRISE: ['pay.example'],
  CHAT_NUMBER: ['+44 7700'],
  SUPPORT_EMAIL: ['help'],
  ADS_MANAGER_ID: [long],
  VIDEO_URL: ['video'],
  SMTP_URL: ['mail.example.com:587', 'smtp://', 'smtp://a:50%@mail.example.com'],
  NOTIFY_FROM: ['Firsttouch'],
  NOTIFY_TO: ['a@b.example d@e.example'],
  WEBHOOK_URL: ['hooks.example.com'],
  WEBHOOK_SECRET: [long],
  WEBHOOK_ALLOW_HOSTS: ['http://hooks.local', 'a.local b.local'],
  BACKUP_WITHIN_HOURS: ['daily'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_SERVICE_NAME: [long],
  OTEL_TRACES_SAMPLER: ['jaeger_remote'],
  OTEL_TRACES_SAMPLER_ARG: ['1.5', '1%'],
  TRUST_TRACEPARENT: ['yes'],
  OIDC_ISSUER: ['login.example.com'],
  OIDC_CLIENT_ID: [long],
  OIDC_CLIENT_SECRET: [long],
  OIDC_EMAIL_DOMAINS: ['https://example.com', '@example.com'],
  OIDC_ROLE_CLAIM: [long],
  OIDC_ACR: [long],
}
/** `data-dir.test.ts` and `other-user.long.test.ts` test wrong directories. */
type FoundAtStart = 'DATA_DIR'

test.each(Object.entries(WRONG))('a wrong %s is named, and no other line is printed', (name, values) => {
  for (const value of values) {
    const said = sentenceOf(() => readEnv({ [name]: value }))
    expect(said, `${name}=${value}`).toContain(name)
    expect(said.split('\n  ').length, said).toBeLessThanOrEqual(2)
  }
})

const sentenceOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

test.each<[name: string, taken: string[], refused: string[]]>([
  ['PORT', ['0', '65535'], ['-1', '65536', '1.5']],
  ['KAFKA_PARTITIONS', ['1', '10000'], ['0', '10001', '1.5']],
  ['MAX_CONNECTIONS', ['10', '1000000'], ['9', '1000001']],
  ['DRAIN_SECONDS', ['0', '0.5', '10'], ['-1', '10.5']],
  ['CANARY_SECONDS', ['0', '1.5'], ['-1']],
  ['KEEP_LEADS_DAYS', ['0', '36500'], ['-1', '36501', '1.5']],
  ['CLICK_IDS_KEEP_DAYS', ['1', '400'], ['0', '401']],
  ['BACKUP_WITHIN_HOURS', ['0', '100000'], ['-1', '100001', '0.5']],
  ['RATE_LIMIT_EVENTS_PER_MINUTE', ['0'], ['-1', '1.5']],
  ['FACEBOOK_PIXEL_ID', ['12345', '1'.repeat(20)], ['1234', '1'.repeat(21)]],
  ['CHAT_NUMBER', ['123456', '1'.repeat(15)], ['12345', '1'.repeat(16)]],
  ['ADS_MANAGER_ID', ['1'.repeat(64)], ['1'.repeat(65)]],
  ['OTEL_TRACES_SAMPLER_ARG', ['0', '1'], ['-0.1', '1.1']],
  ['OTEL_SERVICE_NAME', ['a'.repeat(255)], ['a'.repeat(256)]],
  [
    'DATABASE_URL',
    ['postgresql://localhost/x'],
    ['xpostgres://localhost/x', 'postgres://localhost/x?ssl=allow'],
  ],
  ['LOG_URL', ['kafka://b/t', 'postgresql://localhost/x'], ['xkafka://b/t', 'kafkass://b/t']],
  ['SITE_URL', ['http://a.example', 'https://a.example'], ['xhttps://a.example', 'httpss://a.example']],
  ['BUSINESS_COUNTRY', ['GB', 'US', 'XK'], ['gb', 'UK', 'XX', 'Britain']],
  ['CURRENCY', ['GBP', 'JPY'], ['gbp', 'BHD', 'XX']],
  [
    'NOTIFY_TO',
    ['a@b.example, c@d.example'],
    ['a@b.example, d.example', Array(21).fill('a@b.example').join()],
  ],
])('%s may be %j but not %j', (name, taken, refused) => {
  for (const value of taken) expect(() => readEnv({ [name]: value }), value).not.toThrow()
  for (const value of refused) expect(() => readEnv({ [name]: value }), value).toThrow(`\n  ${name} `)
})

test('a staff password has at least eight characters, and name and password have a maximum', () => {
  const start = (name: string, password: string) => () =>
    readEnv({ STAFF_USERNAME: name, STAFF_PASSWORD: password })
  expect(start('a'.repeat(255), 'x'.repeat(8))).not.toThrow()
  expect(start('a', 'x'.repeat(1_024))).not.toThrow()
  expect(start('a', 'x'.repeat(7))).toThrow('at least 8 characters')
  expect(start('a', 'x'.repeat(1_025))).toThrow('STAFF_PASSWORD')
  expect(start('a'.repeat(256), 'x'.repeat(8))).toThrow('STAFF_USERNAME')
})

test('a list is separated by commas, and spaces around its parts are ignored', () => {
  expect(readEnv({ TRUST_PROXY: ' 10.0.0.0/8,, ::1 ,' }).TRUST_PROXY).toEqual(['10.0.0.0/8', '::1'])
  expect(readEnv({}).TRUST_PROXY).toEqual([])
})

test('an error for a variable with a few allowed values names them all', () => {
  expect(() => readEnv({ OTEL_TRACES_SAMPLER: 'jaeger_remote' })).toThrow(
    'OTEL_TRACES_SAMPLER must be one of always_on, always_off, ',
  )
})

test.each([
  ['DATABASE_URL', 'postgres://firsttouch@db.internal/x'],
  ['DATABASE_URL', 'postgres://firsttouch:postgres@db.internal/x'],
  ['DATABASE_URL', 'postgres://firsttouch:my-firsttouch-password@db.internal/x'],
  ['CLICKHOUSE_URL', 'http://default:aaaaaaaaaaaaaaaaaaaa@clickhouse:8123'],
  ['ANALYST_PASSWORD', 'analyst'],
])('a store on another machine needs a strong password: %s=%s', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`\\n  ${name} has`))
})

test('a strong password is accepted for another machine, and any password for this one', () => {
  const good = 'postgres://firsttouch:6f1e0a8d2c4b79635d1f@db.internal/x'
  expect(readEnv({ DATABASE_URL: good }).DATABASE_URL).toBe(good)
  expect(readEnv({ DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1/x' }).DATABASE_URL).toBeDefined()
})

test('S-48 an address may demand verified TLS', () => {
  const addresses = {
    DATABASE_URL: 'postgres://localhost/x?sslmode=verify-full',
    CLICKHOUSE_URL: 'https://localhost:8443',
    LOG_URL: 'kafkas://localhost:9093/events',
  }
  expect(readEnv(addresses)).toMatchObject(addresses)
})

test('a staff name without a password is refused', () => {
  expect(() => readEnv({ STAFF_USERNAME: 'ada' })).toThrow(/belong together/)
})

/** Valid values, so that optional variables are among the keys. */
const everyVariable = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_SERVICE_NAME: 'shop',
  DATABASE_URL: 'postgres://localhost/x',
  CLICKHOUSE_URL: 'http://localhost:8123',
  LOG_URL: 'kafka://localhost:9092/events',
  INGEST_URL: 'http://ingest:3000',
  API_URL: 'http://api:3000',
  METRICS_PORT: '9464',
  SQL_PORT: '8123',
  ANALYST_PASSWORD: 'a long enough one',
  DRAIN_SECONDS: '5',
  STAFF_USERNAME: 'ada',
  STAFF_PASSWORD: 'a long enough one',
  OIDC_ISSUER: 'https://login.shop.test',
  OIDC_CLIENT_ID: 'firsttouch',
  OIDC_CLIENT_SECRET: '6f1e0a8d2c4b79635d1f',
  OIDC_EMAIL_DOMAINS: 'shop.test',
  OIDC_ROLE_CLAIM: 'role',
  OIDC_ACR: 'multi',
  RATE_LIMIT_EVENTS_PER_MINUTE: '600',
  SITE_URL: 'https://example.com',
  FACEBOOK_PIXEL_ID: '12345678',
  PAYMENT_LINK_REGIONAL: 'https://pay.example/r',
  PAYMENT_LINK_NATIONAL: 'https://pay.example/n',
  PAYMENT_LINK_ENTERPRISE: 'https://pay.example/e',
  CHAT_NUMBER: '447700900000',
  SUPPORT_EMAIL: 'help@example.com',
  ADS_MANAGER_ID: '123-456-7890',
  VIDEO_URL: 'https://video.example/1',
  SMTP_URL: 'smtp://user:p%40ss@mail.example.com:587',
  NOTIFY_FROM: 'Firsttouch <leads@example.com>',
  WEBHOOK_URL: 'https://hooks.example.com/leads',
  WEBHOOK_SECRET: '6f1e0a8d2c4b79635d1f',
}
