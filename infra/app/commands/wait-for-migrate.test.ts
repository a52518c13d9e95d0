/** Messages while a process waits for the migration. `wait-for-migrate.long.test.ts` covers the end of the wait. */
import { expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { freePort } from '../../platform/free-port.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { waitForMigrate } from './wait-for-migrate.ts'

const nobody = async () => `http://owner:token@127.0.0.1:${await freePort()}`

/** Throws the first message, which ends the wait. */
const waitsFor = (DATABASE_URL: string, CLICKHOUSE_URL: string) =>
  waitForMigrate(readEnv({ DATABASE_URL, CLICKHOUSE_URL }), sentence => {
    throw new Error(sentence)
  })

test('the wait goes on while a store does not answer or lacks a migration', async () => {
  const { sql, url } = await openTestPostgres()
  await expect(waitsFor(url, await nobody())).rejects.toThrow(
    /^Waiting for npm run migrate, as a store does not answer as it should: /,
  )
  const [last] = await sql<{ name: string }[]>`
    DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING name`
  await expect(waitsFor(url, await nobody())).rejects.toThrow(
    `Waiting for npm run migrate, as PostgreSQL lacks ${last?.name}`,
  )
})

test('without servers there is nothing to wait for', async () => {
  await expect(waitForMigrate(readEnv({}), () => undefined)).rejects.toThrow('to wait for servers')
})
