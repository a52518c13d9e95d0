/** A PostgreSQL data directory with every migration applied. Made once for each set of migrations and copied for each test server. */
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

/** Template database in each copy, for `CREATE DATABASE … TEMPLATE`. Its contents equal those of `postgres`. */
export const TEMPLATE_DATABASE = 'migrated'

const PREFIX = 'postgres-'
/** Puts shared memory into the data directory. A killed server would otherwise leave files in /dev/shm. */
const SETTINGS = 'dynamic_shared_memory_type = mmap\n'
/** Outside the temporary directory, which the run deletes. */
const CACHE = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.cache', 'firsttouch')
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations', 'postgres')
const INITIALISE = join(import.meta.dirname, '..', '..', '..', 'stores', 'embedded', 'initialise.ts')

/** Copies the template to `<dataDir>/postgres`. Initialising and migrating takes seconds, a copy milliseconds. */
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
    // A database with connections cannot be a template.
    const other = await openPostgres({ url: address.href, dataDir: '' })
    await postgres.sql.end({ timeout: 5 })
    await other.sql`CREATE DATABASE ${other.sql(TEMPLATE_DATABASE)} TEMPLATE postgres`
    await other.close()
    await postgres.close()
    await appendFile(join(staging, 'postgres', 'postgresql.conf'), SETTINGS)
    // Build in the temporary directory, as the server's user may not read the cache. Copy instead of moving, as the cache may be on another disk.
    const half = `${directory}.half`
    await rm(half, { recursive: true, force: true })
    await copy(staging, half)
    await rename(half, directory)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** A hash of the template's inputs: the server's release, the migrations and the settings. */
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
