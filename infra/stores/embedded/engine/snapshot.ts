/** Copies the current tables into a second data directory. Hard links suffice, because parts never change. */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { selectRows } from '../../rows.ts'

type Table = { database: string; name: string; path: string }

/** `dataDir` belongs to the client's engine. `target` must be on the same file system, and loses its content first. */
export const takeSnapshot = async (
  client: ClickHouseClient,
  dataDir: string,
  target: string,
  databases: readonly string[],
): Promise<void> => {
  const [from, to] = [join(dataDir, 'clickhouse'), join(target, 'clickhouse')]
  const frozen = join(from, 'shadow', FROZEN)
  for (const left of [target, frozen]) await rm(left, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  await mkdir(join(from, 'shadow'), { recursive: true })
  // The file counts freezes. Concurrent freezes or a kill can leave it empty, and then FREEZE fails.
  await writeFile(join(from, 'shadow', 'increment.txt'), '1\n')
  for (const database of databases) await copyDefinitions(client, from, to, database)
  const tables = await tablesIn(client, databases)
  await Promise.all(
    tables.map(({ database, name }) =>
      client.command({ query: `ALTER TABLE \`${database}\`.\`${name}\` FREEZE WITH NAME '${FROZEN}'` }),
    ),
  )
  for (const { path } of tables) {
    const inStore = path.slice(path.lastIndexOf('/store/') + 1)
    await mkdir(dirname(join(to, inStore)), { recursive: true })
    // FREEZE skips tables without parts. They get an empty directory.
    await rename(join(frozen, inStore), join(to, inStore)).catch(() => mkdir(join(to, inStore)))
    await cp(join(path, VERSION_FILE), join(to, inStore, VERSION_FILE))
  }
  await rm(frozen, { recursive: true, force: true })
}

const FROZEN = 'firsttouch_snapshot'
const VERSION_FILE = 'format_version.txt'

const tablesIn = (client: ClickHouseClient, databases: readonly string[]): Promise<Table[]> =>
  selectRows(
    client,
    `SELECT database, name, trimRight(data_paths[1], '/') AS path FROM system.tables
    WHERE engine LIKE '%MergeTree' AND database IN {databases: Array(String)}`,
    { databases },
  )

/** `metadata/<database>` is a relative symbolic link into `store/`. */
const copyDefinitions = async (client: ClickHouseClient, from: string, to: string, database: string) => {
  const query = 'SELECT uuid FROM system.databases WHERE name = {database: String}'
  const [row] = await selectRows<{ uuid: string }>(client, query, { database })
  const store = join('store', row?.uuid.slice(0, 3) ?? '', row?.uuid ?? '')
  for (const path of [`metadata/${database}.sql`, `metadata/${database}`, store])
    await cp(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true })
}
