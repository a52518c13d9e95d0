/** A PostgreSQL data directory with every migration applied, made once for a set of migrations and copied by each test that needs a server. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oneAtATime } from '../../../platform/one-at-a-time.ts'
import { makeDataDir } from '../../../stores/data-dir.ts'
import { findBinaries } from '../../../stores/embedded/binaries.ts'
import { migratePostgres } from '../../../stores/migrate.ts'
import { openPostgres } from '../../../stores/postgres.ts'

/** In a copy: the database that `CREATE DATABASE … TEMPLATE` takes. `postgres` holds the same. */
export const TEMPLATE_DATABASE = 'migrated'

const PREFIX = 'postgres-'
/** What a server shares with its processes lies in its folder too, and goes with it: else a killed one leaves it in /dev/shm. */
const SETTINGS = 'dynamic_shared_memory_type = mmap\n'
/** Not in the temporary directory: what a run leaves there goes with it. */
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.cache', 'firsttouch')
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations', 'postgres')
const INITIALISE = join(import.meta.dirname, '..', '..', '..', 'stores', 'embedded', 'initialise.ts')

/** Puts a copy in place as `<dataDir>/postgres`. A cluster and its migrations cost seconds, a copy milliseconds. */
export const copyPostgresTemplate = async (dataDir: string): Promise<void> => {
  await makeDataDir(dataDir)
  await copy(join(await template(), 'postgres'), join(dataDir, 'postgres'))
}

const copy = (from: string, to: string): Promise<unknown> => promisify(execFile)('cp', ['-a', from, to])

const template = async (): Promise<string> => {
  const directory = join(CACHE, `${PREFIX}${await fingerprint()}`)
  if (await exists(directory)) return directory
  await mkdir(CACHE, { recursive: true })
  await oneAtATime(`${directory}.lock`, async () => {
    if (await exists(directory)) return
    await removeOlder()
    await make(directory)
  })
  return directory
}

const make = async (directory: string): Promise<void> => {
  const staging = await mkdtemp(join(tmpdir(), 'firsttouch-template-'))
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
    await appendFile(join(staging, 'postgres', 'postgresql.conf'), SETTINGS)
    // The server may not be let at the cache, nor the cache lie on the same disk.
    const half = `${directory}.half`
    await rm(half, { recursive: true, force: true })
    await copy(staging, half)
    await rename(half, directory)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Of everything that a template is made of: another release of the server or one more migration makes another one. */
const fingerprint = async (): Promise<string> => {
  const hash = createHash('sha256').update((await findBinaries()).postgres)
  hash.update(await readFile(INITIALISE)).update(SETTINGS)
  for (const name of (await readdir(MIGRATIONS)).sort())
    hash.update(name).update(await readFile(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 16)
}

const KEPT_MS = 24 * 60 * 60 * 1000

const removeOlder = async (): Promise<void> => {
  for (const name of (await readdir(CACHE)).filter(name => name.startsWith(PREFIX))) {
    const path = join(CACHE, name)
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
