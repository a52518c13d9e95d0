/**
 * `npm run migrate`: brings every store that the environment names up to date, the log's topic and the analysts' views
 * included, and ends. On a ClickHouse server it also makes the analysts' role.
 */
import { openStores, type Stores } from '../../open-stores.ts'
import { type Env, readEnv } from '../../platform/env.ts'
import { runCommand } from '../../platform/run-command.ts'
import { publishReporting } from '../../reporting/publish.ts'
import { grantAnalysts } from '../../reporting/role.ts'
import { clusterOf, onCluster } from '../../stores/cluster.ts'
import { eraseAsReceipted } from '../erasure/person.ts'

const migrate = async (env: Env, stores: Stores): Promise<void> => {
  for (const sentence of await eraseAsReceipted(stores.sql, env.DATA_DIR)) console.log(sentence)
  const client = stores.clickhouse.client()
  await publishReporting(client, { db: stores.db, timeZone: env.REPORT_TIMEZONE })
  if (!env.CLICKHOUSE_URL) return
  const on = onCluster(await clusterOf(client))
  await grantAnalysts(client, env.ANALYST_PASSWORD, on).catch(error => {
    if (env.ANALYST_PASSWORD) throw error
    console.warn(
      `There is no role for analysts: this account may not make one. ${error instanceof Error ? error.message : error}`,
    )
  })
}

await runCommand({
  usage: 'npm run migrate   brings every store that the environment names up to date, and ends',
  run: async () => {
    const env = readEnv()
    const stores = await openStores(env)
    await migrate(env, stores).finally(stores.close)
    console.log('Every store is up to date.')
  },
})
