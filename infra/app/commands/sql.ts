/** `npm run sql -- "SELECT …"`: an analyst's question to the views of `reporting`, and the answer as a table. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouseClient } from '@clickhouse/client'
import { openStores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { openAnalysts, runningSqlPort } from '../../reporting/analysts.ts'
import { ANALYST_LIMITS, LONGEST_SECONDS } from '../../reporting/limits.ts'
import { ANALYST } from '../../reporting/role.ts'
import { connect } from '../../stores/clickhouse.ts'

const USAGE = `npm run sql -- "SELECT day, sum(visits) FROM campaign_days GROUP BY day ORDER BY day"
npm run -s sql -- --format Parquet "SELECT …" > days.parquet   any of ClickHouse's formats; -s keeps npm's own lines out of the file
npm run sql -- --url                              the address for curl, @clickhouse/client and reporting tools
npm run sql -- "SHOW TABLES"                      the views; "DESCRIBE TABLE visits" for one of them`

type Access = { url: string; client: ClickHouseClient; close(): Promise<void> }

/** The running process, the server that the environment names, or the embedded engine, opened for the moment. */
const openAccess = async (): Promise<Access> => {
  const env = readEnv()
  const at = (url: string, close = async () => {}): Access => ({ url, client: connectAs(url), close })
  if (env.CLICKHOUSE_URL) return at(serverUrl(env.CLICKHOUSE_URL, env.ANALYST_PASSWORD))
  const running = await runningSqlPort(env.DATA_DIR)
  if (running) return at(withToken(running.url, running.token))
  const stores = await openStores(env)
  const analysts = await openAnalysts(env, stores, console.error)
  const opened = await runningSqlPort(env.DATA_DIR)
  if (!opened) throw new Error('The port for analysts did not open.')
  const access = at(withToken(opened.url, opened.token), async () => {
    await analysts.close()
    await stores.close()
  })
  await viewsAreThere(access.client)
  return access
}

const withToken = (address: string, token: string): string => {
  const url = new URL(address)
  url.username = ANALYST
  url.password = token
  url.pathname = '/'
  return url.href
}

const serverUrl = (address: string, password: string | undefined): string =>
  password === undefined ? address : withToken(address, password)

/** An analyst's account has its own limits and refuses others. */
const LIMITS: Record<string, string | number> = { ...ANALYST_LIMITS, readonly: 1 }
const connectAs = (url: string): ClickHouseClient =>
  connect({
    url: new URL('/', url),
    database: 'reporting',
    request_timeout: 2_000 * LONGEST_SECONDS,
    clickhouse_settings: new URL(url).username === ANALYST ? {} : LIMITS,
  })

const ask = async (client: ClickHouseClient, query: string, format: string): Promise<Readable> => {
  const settings: Record<string, string> = { default_format: format }
  return (await client.exec({ query, clickhouse_settings: settings })).stream
}

const viewsAreThere = async (client: ClickHouseClient): Promise<void> => {
  for (let tries = 0; tries < 100; tries++)
    try {
      return void (await text(await ask(client, 'SELECT 1 FROM about', 'TSV')))
    } catch {
      await sleep(100)
    }
}

await runCommand({
  usage: USAGE,
  options: { format: { type: 'string' }, url: { type: 'boolean' } },
  words: 1,
  run: async ({ format = 'PrettyCompactMonoBlock', url = false }, [query]) => {
    if (url === (query !== undefined))
      throw new UsageError('Give one statement, in quotes as a whole, or --url.')
    const access = await openAccess()
    try {
      if (query === undefined) return console.log(access.url)
      for await (const piece of await ask(access.client, query, format))
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    } finally {
      await access.client.close()
      await access.close()
    }
  },
})
