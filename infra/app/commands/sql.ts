/** `npm run sql -- "SELECT …"`: an analyst's question to the views of `reporting`, and the answer as a table. */
import { once } from 'node:events'
import { openStores } from '../../open-stores.ts'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { openAnalysts, runningSqlPort } from '../../reporting/analysts.ts'
import { ANALYST_LIMITS } from '../../reporting/limits.ts'
import { ANALYST } from '../../reporting/role.ts'

const USAGE = `npm run sql -- "SELECT day, sum(visits) FROM campaign_days GROUP BY day ORDER BY day"
npm run -s sql -- --format Parquet "SELECT …" > days.parquet   any of ClickHouse's formats; -s keeps npm's own lines out of the file
npm run sql -- --url                              the address for curl, @clickhouse/client and reporting tools
npm run sql -- "SHOW TABLES"                      the views; "DESCRIBE TABLE visits" for one of them`

type Access = { url: string; close(): Promise<void> }

/** The running process, the server that the environment names, or the embedded engine, opened for the moment. */
const openAccess = async (): Promise<Access> => {
  const env = readEnv()
  if (env.CLICKHOUSE_URL)
    return { url: serverUrl(env.CLICKHOUSE_URL, env.ANALYST_PASSWORD), close: async () => undefined }
  const running = await runningSqlPort(env.DATA_DIR)
  if (running) return { url: withToken(running.url, running.token), close: async () => undefined }
  const stores = await openStores(env)
  const analysts = await openAnalysts(env, stores, console.error)
  const close = async () => {
    await analysts.close()
    await stores.close()
  }
  const opened = await runningSqlPort(env.DATA_DIR)
  if (!opened) throw new Error('The port for analysts did not open.')
  await viewsAreThere(withToken(opened.url, opened.token))
  return { url: withToken(opened.url, opened.token), close }
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

const ask = async (address: string, query: string, format: string): Promise<Response> => {
  const url = new URL(address)
  const headers = {
    'x-clickhouse-user': decodeURIComponent(url.username),
    'x-clickhouse-key': decodeURIComponent(url.password),
  }
  url.username = ''
  url.password = ''
  const limits = Object.entries(ANALYST_LIMITS).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  // The owner's account has no limits, so they are sent along; an analyst's account has its own and refuses others.
  const settings =
    headers['x-clickhouse-user'] === ANALYST ? [] : [...limits, ['readonly', '1'] as [string, string]]
  url.search = new URLSearchParams([
    ['database', 'reporting'],
    ['default_format', format],
    ...settings,
  ]).toString()
  return fetch(url, { method: 'POST', headers, body: query })
}

const viewsAreThere = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await ask(url, 'SELECT 1 FROM about', 'TSV')).ok) return
    await new Promise(resolve => setTimeout(resolve, 100))
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
      const answer = await ask(access.url, query, format)
      if (!answer.ok || !answer.body) throw new Error((await answer.text()).trim())
      for await (const piece of answer.body)
        if (!process.stdout.write(piece)) await once(process.stdout, 'drain')
    } finally {
      await access.close()
    }
  },
})
