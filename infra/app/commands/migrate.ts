/** `npm run migrate`: migrates every store that the environment names. Creates embedded ones only with `--embedded`. */
import { normaliseRecords } from '@firsttouch/api/inbox/normalise-records'
import { openStores, type Stores } from '../../open-stores.ts'
import { type Env, readEnv } from '../../platform/env.ts'
import { runCommand } from '../../platform/run-command.ts'
import { loadNumbersKey, publishReporting } from '../../reporting/publish.ts'
import { grantAnalysts } from '../../reporting/role.ts'
import { isThere } from '../../stores/data-dir.ts'
import { eraseAsReceipted } from '../erasure/person.ts'
import { waitForMigrate } from './wait-for-migrate.ts'

/** Throws if a store has neither an address nor a directory. A forgotten address would create an empty store. */
const refuseNewStore = async ({ DATABASE_URL, CLICKHOUSE_URL, DATA_DIR }: Env): Promise<void> => {
  const embedded = [
    { address: DATABASE_URL, name: 'DATABASE_URL', folder: 'postgres' },
    { address: CLICKHOUSE_URL, name: 'CLICKHOUSE_URL', folder: 'clickhouse' },
  ].filter(({ address }) => !address)
  const found = await Promise.all(embedded.map(({ folder }) => isThere(DATA_DIR, folder)))
  const missing = embedded.filter((_, at) => !found[at]).map(({ name }) => name)
  if (missing.length === 0) return
  throw new Error(
    `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set, and ${DATA_DIR} holds no such data: set the ` +
      'address of your server, or say npm run migrate -- --embedded to make a store of our own there (npm start does that by itself).',
  )
}

const migrate = async (env: Env, stores: Stores): Promise<void> => {
  await normaliseRecords(stores.sql, env.BUSINESS_COUNTRY)
  for (const sentence of await eraseAsReceipted(stores.sql, env.DATA_DIR)) console.log(sentence)
  const client = stores.clickhouse.client()
  const numbersKey = await loadNumbersKey(stores.sql)
  await publishReporting(client, { db: stores.db, timeZone: env.REPORT_TIMEZONE, numbersKey })
  if (!env.CLICKHOUSE_URL) return
  await grantAnalysts(client, env.ANALYST_PASSWORD).catch(error => {
    if (env.ANALYST_PASSWORD) throw error
    console.warn(
      `There is no role for analysts: this account may not make one. ${error instanceof Error ? error.message : error}`,
    )
  })
}

await runCommand({
  usage: `npm run migrate                 migrates every store that the environment names
npm run migrate -- --embedded   also creates embedded stores in an empty DATA_DIR, for stores without a server
npm run migrate -- --wait       migrates nothing, and waits until another npm run migrate of this release has`,
  options: { embedded: { type: 'boolean' }, wait: { type: 'boolean' } },
  run: async ({ embedded, wait }) => {
    const env = readEnv()
    if (wait) return waitForMigrate(env, console.log)
    if (!embedded) await refuseNewStore(env)
    const stores = await openStores(env)
    await migrate(env, stores).finally(stores.close)
    console.log('Every store is up to date.')
  },
})
