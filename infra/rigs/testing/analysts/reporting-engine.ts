/** An embedded engine with the `reporting` views over a visit, and data that no analyst may reach. */

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { walk } from '../../../platform/walk.ts'
import { publishReporting } from '../../../reporting/publish.ts'
import { openAsker } from '../../../reporting/sql-port/session.ts'
import { type ClickHouse, openClickHouse } from '../../../stores/clickhouse.ts'
import { migrateClickHouse } from '../../../stores/migrate.ts'
import { NUMBERS_KEY } from './numbers-key.ts'

/** A text in a file, a table and events that analysts may not read. A statement that returns it has escaped the sandbox. */
export const CANARY = 'canary-7f3a-must-not-be-read'

export type ReportingEngine = {
  dataDir: string
  asker: ClickHouseClient
  /** A file with the canary, outside the engine's directory. */
  file: string
  owner: ClickHouseClient
  /** A hash of all files but the engine's own, to notice files that an analyst wrote. */
  treeHash(): Promise<string>
  close(): Promise<void>
}

/** An analyst's client of an embedded engine. */
export const askerOf = ({ engine }: Pick<ClickHouse, 'engine'>): ClickHouseClient => {
  if (!engine) throw new Error('This ClickHouse is a server.')
  return openAsker(engine)
}

export const openReportingEngine = async (): Promise<ReportingEngine> => {
  const root = await mkdtemp(join(tmpdir(), 'firsttouch-reporting-'))
  const dataDir = join(root, 'data')
  const outside = join(root, 'outside')
  await mkdir(outside)
  const file = join(outside, 'canary.txt')
  await writeFile(file, `${CANARY}\n`)
  const engine: ClickHouse = await openClickHouse({ dataDir })
  await writeFile(join(dataDir, 'sql-token'), CANARY)
  const owner = engine.client()
  await migrateClickHouse(owner, 'firsttouch_1')
  await owner.command({
    query: `INSERT INTO firsttouch_1.events (minute, id, type, session, occurred_at, user_agent)
    SELECT now(), generateUUIDv7(), 'visit', 'utm_1_${CANARY}', now64(3), '${CANARY}' FROM numbers(3)`,
  })
  await owner.command({ query: 'CREATE DATABASE IF NOT EXISTS secret' })
  await owner.command({ query: 'CREATE TABLE secret.t (a String) ENGINE = MergeTree ORDER BY a' })
  await owner.command({ query: `INSERT INTO secret.t VALUES ('${CANARY}')` })
  await publishReporting(owner, { db: 'firsttouch_1', timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })
  return {
    dataDir,
    asker: askerOf(engine),
    file,
    owner,
    treeHash: () => hashOf(root),
    close: async () => {
      await engine.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** The engine creates and deletes files here. */
const ENGINES_OWN = /^data\/clickhouse\/(store|data|tmp|status|preprocessed_configs|uuid)(\/|$)/

const hashOf = async (root: string): Promise<string> => {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const { path, entry } of walk(root, path => !ENGINES_OWN.test(path)))
    if (entry.isFile()) files.push(path)
  for (const path of files.sort()) hash.update(path).update(await readFile(join(root, path)))
  return hash.digest('hex')
}
