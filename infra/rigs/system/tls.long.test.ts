/** S-48: connections between processes use TLS and verify the peer. NODE_EXTRA_CA_CERTS names the operator's own authority. */
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTopic } from '../../log/kafka/topic.ts'
import type { LogRecord } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { migratePostgres } from '../../stores/migrate.ts'
import { openPostgres, type Postgres } from '../../stores/postgres.ts'
import { cleanUpAfter } from '../testing/clean-up.ts'
import { type Broker, startBroker } from '../testing/kafka/broker.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { makeCertificate } from '../testing/servers/certificate.ts'

const known = getCACertificates('default')
const trust = (...certificates: string[]) => setDefaultCACertificates([...known, ...certificates])
const [server, stranger] = [makeCertificate(), makeCertificate()]
const cleanUp = cleanUpAfter('all')
const temporaryDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-tls-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}
afterEach(() => trust())

describe('PostgreSQL', () => {
  let url: string
  beforeAll(async () => {
    const dataDir = await temporaryDirectory()
    await (await openPostgres({ dataDir })).close()
    const directory = join(dataDir, 'postgres')
    const { uid, gid } = await stat(directory)
    for (const [name, text] of Object.entries({
      'server.crt': server.certificate,
      'server.key': server.key,
    })) {
      await writeFile(join(directory, name), text, { mode: 0o600 })
      await chown(join(directory, name), uid, gid)
    }
    await appendFile(join(directory, 'postgresql.conf'), '\nssl = on\n')
    const postgres = await openPostgres({ dataDir })
    cleanUp.push(postgres.close)
    url = `${postgres.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`
  })
  const encrypted = async ({ sql, close }: Postgres): Promise<unknown> => {
    const [row] = await sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
    await close()
    return row?.ssl
  }

  test('PostgreSQL is used over TLS if its authority is trusted', async () => {
    trust(server.certificate)
    expect(await encrypted(await openPostgres({ url, dataDir: '' }))).toBe(true)
    const postgres = await openPostgres({ url, dataDir: '' })
    await migratePostgres(postgres.sql)
    await postgres.close()
    const log = await openLog(url)
    await log.append([{ key: 'k', value: 'v' }])
    await log.close()
  })

  test('PostgreSQL is not used if another authority is trusted', async () => {
    trust(stranger.certificate)
    await expect(openPostgres({ url, dataDir: '' })).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})

describe('ClickHouse', () => {
  let url: string
  beforeAll(async () => {
    const https = createServer({ key: server.key, cert: server.certificate }, (_request, response) =>
      response.setHeader('x-clickhouse-format', 'JSONEachRow').end('{"one":1}\n'),
    )
    await new Promise<void>(resolve => https.listen(0, resolve))
    const address = https.address()
    url = `https://localhost:${typeof address === 'object' ? address?.port : 0}`
    cleanUp.push(() => new Promise(resolve => https.close(resolve)))
  })
  const ask = async (address = url) => {
    const clickhouse = await openClickHouse({ url: address, dataDir: '' })
    const query = clickhouse.client().query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })
    return query.then(answer => answer.json()).finally(clickhouse.close)
  }

  test('ClickHouse is used over TLS if its authority is trusted', async () => {
    trust(server.certificate)
    expect(await ask()).toEqual([{ one: 1 }])
  })

  test('ClickHouse is not used if another authority is trusted, or under a name outside its certificate', async () => {
    trust(stranger.certificate)
    await expect(ask()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    trust(server.certificate)
    const byNumber = url.replace('localhost', '127.0.0.1')
    await expect(ask(byNumber)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })
})

const kafka = await brokerAvailable()
describe.skipIf(!kafka.available)(`Kafka${kafka.available ? '' : ` (${kafka.reason})`}`, () => {
  let broker: Broker
  beforeAll(async () => {
    broker = await startBroker({ tls: server })
    cleanUp.push(broker.close)
    await createTopic(broker.url('safe'), { partitions: 1, replicationFactor: 1 })
  })
  const entry = { key: 'k', value: 'v' }

  test('Kafka is used over TLS if its authority is trusted', async () => {
    trust(server.certificate)
    const log = await openLog(`kafkas://localhost:${broker.tlsPort}/safe`)
    await log.append([entry])
    const stop = new AbortController()
    const read: LogRecord[] = []
    const handle = async (batch: LogRecord[]) => {
      read.push(...batch)
      stop.abort()
    }
    await log.consume('readers', handle, { signal: stop.signal })
    expect(read).toMatchObject([entry])
    await log.close()
  })

  test.each([
    ['another authority is known', stranger, 'localhost'],
    ['it has another name', server, '127.0.0.1'],
  ])('Kafka is not used if %s', async (_why, { certificate }, host) => {
    trust(certificate)
    const log = await openLog(`kafkas://${host}:${broker.tlsPort}/safe`)
    await expect(log.append([entry])).rejects.toThrow()
    await log.close()
  })
})
