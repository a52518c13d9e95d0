/** A PostgreSQL data directory with every migration applied, made once a machine and copied by each test that needs a server. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../../platform/one-at-a-time.ts'
import { findBinaries } from '../../stores/embedded/binaries.ts'
import { migratePostgres } from '../../stores/migrate.ts'
import { openPostgres } from '../../stores/postgres.ts'

/** In a copy: the database that `CREATE DATABASE … TEMPLATE` takes. `postgres` holds the same. */
export const TEMPLATE_DATABASE = 'migrated'

const PREFIX = 'firsttouch-template-'
const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations', 'postgres')
const INITIALISE = join(import.meta.dirname, '..', '..', 'stores', 'embedded', 'initialise.ts')

/** Puts a copy in place as `<dataDir>/postgres`. A cluster and its migrations cost seconds, a copy milliseconds. */
export const copyPostgresTemplate = async (dataDir: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', join(await template(), 'postgres'), join(dataDir, 'postgres')])
}

/** For stores that nothing but the machine's own crash could lose. */
export const RELAXED = 'fsync = off\nfull_page_writes = off\n'

const template = async (): Promise<string> => {
  const directory = join(tmpdir(), `${PREFIX}${await fingerprint()}`)
  if (await exists(directory)) return directory
  await oneAtATime(`${directory}.lock`, async () => {
    if (await exists(directory)) return
    await removeOlder()
    await make(directory)
  })
  return directory
}

const make = async (directory: string): Promise<void> => {
  const staging = await mkdtemp(join(tmpdir(), `${PREFIX}new-`))
  try {
    const postgres = await openPostgres({ dataDir: staging })
    await migratePostgres(postgres.sql)
    const address = new URL(postgres.url)
    address.pathname = 'template1'
    // A database that somebody is connected to cannot be copied.
    const other = await openPostgres({ url: address.href, dataDir: '' })
    await postgres.sql.end({ timeout: 5 })
    await other.sql`CREATE DATABASE ${other.sql(TEMPLATE_DATABASE)} TEMPLATE postgres`
    await other.close()
    await postgres.close()
    await rename(staging, directory)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Of everything that a template is made of: another release of the server or one more migration makes another one. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update((await findBinaries()).postgres)
  hash.update(await readFile(INITIALISE))
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

const KEPT_MS = 24 * 60 * 60 * 1000

const removeOlder = async (): Promise<void> => {
  for (const name of (await readdir(tmpdir())).filter(name => name.startsWith(PREFIX))) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory() && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { recursive: true, force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
