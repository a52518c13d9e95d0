/** Checks the Docker files without a Docker engine. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readEnv } from '../../platform/env.ts'
import { readCompose, readComposeWith } from '../../rigs/containers/compose-file.ts'
import { readLocations } from '../../rigs/testing/proxy/nginx-conf.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const STORES = ['LOG_URL', 'DATABASE_URL', 'CLICKHOUSE_URL']
const NOTIFY = ['SMTP_URL', 'WEBHOOK_URL', 'WEBHOOK_SECRET']
const OIDC = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'EMAIL_DOMAINS', 'ROLE_CLAIM', 'ACR']
/** Variables of each service, without the variables that all our services get. */
const OWN: Record<string, string[]> = {
  ingest: ['LOG_URL', 'DATABASE_URL'],
  projector: STORES,
  api: [...STORES, 'STAFF_USERNAME', 'STAFF_PASSWORD', ...NOTIFY, ...OIDC.map(name => `OIDC_${name}`)],
  site: [],
  migrate: [...STORES, 'ANALYST_PASSWORD'],
  commands: [...STORES, 'ANALYST_PASSWORD'],
}
const OURS = Object.keys(OWN)
/** Services that run once and exit. */
const COMMANDS = ['migrate', 'commands']
/** Variables that compose sets to fixed values. */
const FIXED = ['TRUST_PROXY', 'INGEST_URL', 'API_URL', 'METRICS_PORT']
/** Variables that compose does not pass on, with the reason. */
const ELSEWHERE: Record<string, string> = {
  NODE_ENV: 'the image says it',
  HOST: 'the image says it',
  DATA_DIR: 'the image says it',
  PORT: 'nginx.conf and health checks have it',
  SQL_PORT: 'no engine is embedded',
  LOG_COLUMNS: 'the log is not in PostgreSQL',
  KAFKA_REPLICATION_FACTOR: 'there is one broker',
}
const compose = readCompose()
const { services } = compose
const listed = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(match => match[1] ?? '')

describe('docker-compose.yml', () => {
  const PASSWORDS = /^POSTGRES_PASSWORD=([0-9a-f]{48})\n+CLICKHOUSE_PASSWORD=([0-9a-f]{48})\n$/m
  const [line = ''] = read('docker-compose.yml').match(/^# {3}\(umask .+$/m) ?? []

  test.each([
    ['no .env', null],
    ['an .env of the operator', 'CONSENT=required'],
    ['an .env with empty passwords', 'POSTGRES_PASSWORD=\nCLICKHOUSE_PASSWORD=\n'],
  ])('the first command of docker-compose.yml, run twice with %s, makes passwords once', (_, before) => {
    const folder = mkdtempSync(join(tmpdir(), 'firsttouch-compose-'))
    const env = join(folder, '.env')
    const type = () => execFileSync('sh', ['-c', line.replace(/^# +/, '')], { cwd: folder })
    if (before) writeFileSync(env, before)
    type()
    const made = readFileSync(env, 'utf8')
    expect(made.startsWith(`${before ?? ''}\n`)).toBe(true)
    expect(made).toMatch(PASSWORDS)
    if (!before) expect(statSync(env).mode & 0o777).toBe(0o600)
    type()
    expect(readFileSync(env, 'utf8')).toBe(made)
    rmSync(folder, { recursive: true })
  })

  test('the first lines equal those of the operators’ page', () => {
    const lines = [...read('docker-compose.yml').matchAll(/^# {3}(.+)$/gm)].map(match => match[1])
    expect(lines).toHaveLength(3)
    expect(read('infra/README.md')).toContain(`\n\n${lines.map(one => `    ${one}\n`).join('')}\n`)
  })

  test('images have the version of the package', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(read('docker-compose.yml')).toContain(`image: firsttouch:${version}\n`)
    expect(read('infra/deploy/kubernetes/production/kustomization.yaml')).toContain(`newTag: ${version}`)
  })

  test('compose passes every variable of .env.example to all our services or to those that need it, or ELSEWHERE has a reason', () => {
    const own = Object.values(OWN).flat()
    const all = listed.filter(name => !own.includes(name) && !(name in ELSEWHERE))
    for (const name of OURS) {
      const environment = services[name]?.environment ?? {}
      expect(Object.keys(environment).toSorted(), name).toEqual([...all, ...(OWN[name] ?? [])].toSorted())
      for (const [key, value] of Object.entries(environment))
        if (![...FIXED, ...STORES].includes(key))
          expect(value, `${name}: ${key}`).toMatch(new RegExp(`^\\$\\{${key}:-.*\\}$`))
    }
  })

  test('passwords alone are enough to start all our services, and a missing password gives an instruction', () => {
    const passwords = {
      POSTGRES_PASSWORD: '8f1c0d6b5a4e93721f0c',
      CLICKHOUSE_PASSWORD: '0c8f1c0d6b5a4e93721f',
    }
    for (const [name, { environment = {} }] of Object.entries(readComposeWith(passwords).services)) {
      const given = Object.entries(environment).map(([key, value]) => [key, String(value)])
      if (OURS.includes(name)) expect(readEnv(Object.fromEntries(given)), name).toBeDefined()
    }
    for (const name of Object.keys(passwords))
      expect(() => readComposeWith({ ...passwords, [name]: '' })).toThrow(
        `${name}: type the first line of docker-compose.yml`,
      )
  })

  test('every required variable is documented, and passwords have no default', () => {
    const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)(:[?-])?/g)]
    const documented = read('.env.example').match(/\b[A-Z_]+\b/g)
    expect(asked.length).toBeGreaterThan(listed.length / 2)
    for (const [, name = '', kind] of asked) {
      expect(documented).toContain(name)
      expect(kind, name).toBe(/^(POSTGRES|CLICKHOUSE)_PASSWORD$/.test(name) ? ':?' : ':-')
    }
  })

  test('the number of replicas is a setting, so a second `docker compose up` does not reset it', () => {
    for (const name of OURS.filter(one => !COMMANDS.includes(one)))
      expect(services[name]?.deploy).toEqual({ replicas: `\${${name.toUpperCase()}_REPLICAS:-1}` })
  })

  test('a command runs in its own container, next to the services', () => {
    expect(services.commands).toMatchObject({
      profiles: ['commands'],
      depends_on: {},
      volumes: ['receipts:/data'],
    })
    const typed = [...read('infra/README.md').matchAll(/docker compose run --rm (\w+)( npm)?/g)]
    expect(typed.map(([, name, npm]) => [name, Boolean(npm)])).toContainEqual(['commands', true])
    for (const [, name = '', npm] of typed) expect(name).toBe(npm ? 'commands' : 'migrate')
  })

  test('all services fit into 4 GB, and every permanent one has a health check and restarts', () => {
    const megabytes = (names: string[]) =>
      names.map(name => Number.parseInt(services[name]?.mem_limit ?? '', 10)).reduce((sum, one) => sum + one)
    const stay = Object.keys(services).filter(name => !COMMANDS.includes(name))
    for (const name of COMMANDS) expect(megabytes([...stay, name]), name).toBeLessThanOrEqual(4096)
    for (const name of stay) {
      expect(services[name]?.restart, name).toBe('unless-stopped')
      expect(services[name]?.healthcheck, name).toHaveProperty('test')
    }
  })

  test('our services and the proxy cannot write to their image or gain rights, and run an existing file', () => {
    for (const name of [...OURS, 'proxy']) {
      expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      const script = services[name]?.command?.find(word => word.endsWith('.ts'))
      if (!['proxy', 'commands'].includes(name))
        expect(script && existsSync(join(root, script)), name).toBe(true)
    }
  })

  test('only the proxy is published, and ClickHouse for analysts of this machine', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map(port => `${name} ${port}`),
    )
    expect(published).toEqual([
      expect.stringMatching(/^proxy .*127\.0\.0\.1:8080\}:8080$/),
      'clickhouse 127.0.0.1:8123:8123',
    ])
  })

  test('S-35 ClickHouse has its own user with a password in place of the open default user', () => {
    const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = services.clickhouse?.environment ?? {}
    expect(user).toMatch(/^(?!default$)\w+$/)
    expect(password).toMatch(/^\$\{CLICKHOUSE_PASSWORD:\?/)
  })

  test('every awaited service, every volume and every mounted file exists', () => {
    for (const [name, { depends_on = {}, volumes = [] }] of Object.entries(services)) {
      for (const other of Object.keys(depends_on)) expect(Object.keys(services), name).toContain(other)
      for (const volume of volumes) {
        const [from = ''] = volume.split(':')
        if (from.startsWith('./')) expect(existsSync(join(root, from)), volume).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(from)
      }
    }
  })

  test('nothing in the log expires', () => {
    expect(services.kafka?.environment).toMatchObject({
      KAFKA_LOG_RETENTION_MS: -1,
      KAFKA_LOG_RETENTION_BYTES: -1,
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    })
  })
})

test('the proxy sends events to ingest, calls and short links to the API, and the rest to the site', async () => {
  const upstreams = (await readLocations()).map(({ path, upstream }) => [path, upstream])
  expect(upstreams).toEqual([
    ['/api/analytics/', 'ingest'],
    ['/t.js', 'ingest'],
    ['/api/admin/spend/import', 'api'],
    ['/api/', 'api'],
    ['/go/', 'api'],
    ['/', 'site'],
  ])
  for (const [, upstream = ''] of upstreams) expect(Object.keys(services)).toContain(upstream)
})

test('both images use the pinned Node, run without privileges, and copy and start existing files', () => {
  const text = read('infra/deploy/docker/Dockerfile')
  const pinned = z
    .object({ dependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(read('package.json')))
  const bases = [...text.matchAll(/^FROM node:(\S+?)-bookworm-slim/gm)].map(match => match[1])
  expect(new Set(bases)).toEqual(new Set([pinned.dependencies.node]))
  const stages = text.split(/^FROM /m)
  for (const target of ['whole', 'service']) {
    const stage = stages.find(one => one.split('\n', 1)[0]?.endsWith(` AS ${target}`)) ?? ''
    expect(stage, target).toMatch(/^USER node$/m)
    // The final stage only copies, so its user cannot write to what runs.
    expect(stage, target).not.toMatch(/^RUN /m)
    const [, script = 'no script'] = /^CMD \["node", (?:"--[^"]+", )*"([^"]*)"\]$/m.exec(stage) ?? []
    expect(existsSync(join(root, script)), script).toBe(true)
  }
  for (const [, file = ''] of text.matchAll(/^COPY (\S+\/package\.json)/gm))
    expect(existsSync(join(root, file))).toBe(true)
})

test('ClickHouse’s own tables expire or are off', () => {
  const xml = read('infra/deploy/docker/clickhouse/config.xml')
  const logs = [...xml.matchAll(/<(\w+_log)( remove="1")?[>/]/g)]
  expect(logs.length).toBeGreaterThan(10)
  for (const [, name = '', removed] of logs)
    if (!removed)
      expect(xml, name).toMatch(
        new RegExp(
          `<${name}>[\\s\\S]*?<ttl>event_date \\+ INTERVAL \\d+ DAY DELETE</ttl>[\\s\\S]*?</${name}>`,
        ),
      )
  const open = [...xml.matchAll(/<(\w+)(?: [^>]*)?(?<!\/)>/g)].map(match => match[1])
  const closed = [...xml.matchAll(/<\/(\w+)>/g)].map(match => match[1])
  expect(open.toSorted()).toEqual(closed.toSorted())
})
