/** What cannot be run without a Docker engine is at least held to what it is meant to be. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readCompose } from '../../rigs/containers/compose-file.ts'
import { readLocations } from '../../rigs/testing/proxy/reverse-proxy.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const OURS = ['ingest', 'projector', 'api', 'site', 'migrate']
const compose = readCompose()
const { services } = compose
const listed = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(match => match[1] ?? '')

describe('docker-compose.yml', () => {
  test('its first line, typed on two days, makes passwords once, which only their owner can read', () => {
    const [line = ''] = read('docker-compose.yml').match(/^# {3}test .+$/m) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'firsttouch-compose-'))
    const type = () => execFileSync('sh', ['-c', line.replace(/^# +/, '')], { cwd: folder })
    type()
    const made = readFileSync(join(folder, '.env'), 'utf8')
    expect(made).toMatch(/^POSTGRES_PASSWORD=[0-9a-f]{48}\nCLICKHOUSE_PASSWORD=[0-9a-f]{48}\n$/)
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    type()
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(made)
    rmSync(folder, { recursive: true })
  })

  test('images have the version of the package', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(read('docker-compose.yml')).toContain(`image: firsttouch:${version}\n`)
    expect(read('infra/deploy/kubernetes/production/kustomization.yaml')).toContain(`newTag: ${version}`)
  })

  test('every name in the environment of our services is one that infra/platform/env.ts reads', () => {
    for (const name of OURS)
      for (const key of Object.keys(services[name]?.environment ?? {}))
        expect(listed, `${name}: ${key}`).toContain(key)
  })

  test('every variable that is asked of the operator is documented, and passwords have no default', () => {
    const text = read('docker-compose.yml')
    const asked = [...text.matchAll(/\$\{([A-Z_]+)(:[?-])?/g)]
    const own = ['POSTGRES_PASSWORD', 'CLICKHOUSE_PASSWORD', 'PUBLISH']
    for (const [, name = '', kind] of asked) {
      expect([...listed, ...own]).toContain(name)
      if (/^(POSTGRES|CLICKHOUSE)_PASSWORD$/.test(name)) expect(kind).toBe(':?')
    }
  })

  test('the site tells visitors the same periods as the API and the projector keep to', () => {
    const kept = (name: string) =>
      Object.entries(services[name]?.environment ?? {}).filter(([key]) => key.startsWith('KEEP_'))
    expect(kept('site')).toHaveLength(4)
    for (const name of ['api', 'projector']) expect(kept(name)).toEqual(kept('site'))
  })

  test('everything fits into 4 GB, and everything that stays has a health check and comes back', () => {
    const megabytes = Object.values(services).reduce(
      (sum, { mem_limit }) => sum + Number.parseInt(mem_limit, 10),
      0,
    )
    expect(megabytes).toBeLessThanOrEqual(4096)
    for (const [name, { restart, healthcheck }] of Object.entries(services)) {
      if (name === 'migrate') continue
      expect(restart, name).toBe('unless-stopped')
      expect(healthcheck, name).toHaveProperty('test')
    }
  })

  test('our services and the proxy cannot write to their image nor gain rights, and run a file that is there', () => {
    for (const name of [...OURS, 'proxy']) {
      expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      const script = services[name]?.command?.find(word => word.endsWith('.ts'))
      if (name !== 'proxy') expect(script && existsSync(join(root, script)), name).toBe(true)
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

  test('S-35 ClickHouse has a user of its own with a password, which takes the place of its open default one', () => {
    const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = services.clickhouse?.environment ?? {}
    expect(user).toMatch(/^(?!default$)\w+$/)
    expect(password).toMatch(/^\$\{CLICKHOUSE_PASSWORD:\?/)
  })

  test('whoever is waited for is there, every volume is declared, and every file that is mounted exists', () => {
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
    ['/api/admin/live', 'api'],
    ['/api/admin/spend/import', 'api'],
    ['/api/', 'api'],
    ['/go/', 'api'],
    ['/', 'site'],
  ])
  for (const [, upstream = ''] of upstreams) expect(Object.keys(services)).toContain(upstream)
})

test('both images are of the Node that the project pins, run as nobody special, and copy and start what is there', () => {
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
    // What runs is copied: nothing is made here that whoever runs it could write to.
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
