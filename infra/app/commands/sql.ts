/** `npm run sql -- "SELECT …"`: runs an analyst's query on the views of `reporting` and prints a table. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ClickHouseClient } from '@clickhouse/client'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { runningSqlPort } from '../../reporting/analysts.ts'
import { ANALYST_LIMITS, LONGEST_SECONDS } from '../../reporting/limits.ts'
import { ANALYST } from '../../reporting/role.ts'
import { connect } from '../../stores/clickhouse.ts'

const USAGE = `npm run sql -- "SELECT day, sum(visits) FROM campaign_days GROUP BY day ORDER BY day"
npm run -s sql -- --format Parquet "SELECT …" > days.parquet   any of ClickHouse's formats; -s keeps npm's own lines out of the file
npm run sql -- --url                              the address for curl, @clickhouse/client and reporting tools
npm run sql -- "SHOW TABLES"                      the views; "DESCRIBE TABLE visits" for one of them`

/** Returns the address of the ClickHouse server, or of the Firsttouch process if ClickHouse is embedded. */
const findAddress = async (): Promise<string> => {
  const env = readEnv()
  if (env.CLICKHOUSE_URL && env.ANALYST_PASSWORD === undefined) return env.CLICKHOUSE_URL
  if (env.CLICKHOUSE_URL) return withToken(env.CLICKHOUSE_URL, env.ANALYST_PASSWORD)
  const running = await runningSqlPort(env.DATA_DIR)
  if (running) return withToken(running.url, running.token)
  throw new Error(
    `Firsttouch does not run over ${env.DATA_DIR}: start it with npm start, or set CLICKHOUSE_URL to your server.`,
  )
}

const withToken = (address: string, token = ''): string => {
  const url = new URL(address)
  url.username = ANALYST
  url.password = token
  url.pathname = '/'
  return url.href
}

/** Limits for every account except `analyst`, which the server already limits. */
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

await runCommand({
  usage: USAGE,
  options: { format: { type: 'string' }, url: { type: 'boolean' } },
  words: 1,
  run: async ({ format = 'PrettyCompactMonoBlock', url: isUrl = false }, [query]) => {
    if (isUrl === (query !== undefined)) throw new UsageError('Give one statement in quotes, or --url.')
    const url = await findAddress()
    if (query === undefined) return console.log(url)
    const client = connectAs(url)
    try {
      for await (const piece of await ask(client, query, format))
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    } finally {
      await client.close()
    }
  },
})
