/** The memory baseline: both stores open, with their tables, and no work. */
import { createServer } from 'node:http'
import { openClickHouse } from '../../../stores/clickhouse.ts'
import { migrateClickHouse, migratePostgres } from '../../../stores/migrate.ts'
import { openPostgres } from '../../../stores/postgres.ts'

const { DATA_DIR: dataDir = '', HOST, PORT } = process.env

const { sql } = await openPostgres({ dataDir })
await migratePostgres(sql)
await migrateClickHouse((await openClickHouse({ dataDir })).client(), 'bench_memory')
createServer((_, response) => response.writeHead(200).end()).listen(Number(PORT), HOST)
