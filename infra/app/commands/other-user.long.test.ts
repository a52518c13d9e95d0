/** Commands on another user's data directory. The test runs as root, gives the directory to one account and runs commands as another. */
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../rigs/testing/run/commands.ts'

const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('SKIPPED commands of another user: only root can be two users')
const [OWNER, OTHER] = [61_001, 61_002]
const SERVERS = {
  DATABASE_URL: 'postgres://a:long-enough-to-be-a-secret-9@127.0.0.1:1/x',
  CLICKHOUSE_URL: 'http://a:long-enough-to-be-a-secret-9@127.0.0.1:1',
}

describe.skipIf(!isRoot)('as another user than the owner of the data', () => {
  let folder: string
  let whole: string
  let inside: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'firsttouch-owner-'))
    await chmod(folder, 0o755)
    const free = join(folder, 'free')
    await mkdir(free)
    await chmod(free, 0o777)
    whole = await dataOf('whole', '.')
    inside = await dataOf('inside', 'postgres')
    await putBackup('backup')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** `closed`: path within the directory that only its owner may enter. */
  const dataOf = async (name: string, closed: string): Promise<string> => {
    const data = join(folder, name)
    for (const path of [data, join(data, 'postgres'), join(data, 'clickhouse')]) {
      await mkdir(path)
      await chmod(path, 0o755)
      await chown(path, OWNER, OWNER)
    }
    await writeFile(join(data, 'version'), '1\n')
    await chmod(join(data, closed), 0o700)
    return data
  }
  const putBackup = async (name: string): Promise<string> => {
    const backup = join(folder, name)
    await mkdir(join(backup, 'postgres'), { recursive: true })
    await writeFile(join(backup, 'postgres', 'PG_VERSION'), '18\n')
    const about = { format: 2, madeAt: 'noon', postgres: '18' }
    await writeFile(join(backup, 'backup.json'), JSON.stringify(about))
    return backup
  }
  const runAs = (uid: number, script: string, words: string[], env: Record<string, string>) =>
    promisify(execFile)(
      process.execPath,
      [join(ROOT, script), ...words.map(word => word.replace(/^\//, `${folder}/`))],
      { cwd: ROOT, env: { PATH: process.env.PATH, PORT: '0', ...env }, uid, gid: uid },
    ).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
    )

  const COMMANDS: [string, string, string[], Record<string, string>?][] = [
    ['start', 'infra/app/start.ts', []],
    ['backup', 'infra/app/commands/backup.ts', ['/free/new']],
    ['restore', 'infra/app/commands/restore.ts', ['/backup']],
    ['rebuild', 'infra/app/commands/rebuild.ts', ['status']],
    ['move', 'infra/app/commands/move.ts', ['look'], SERVERS],
    ['migrate', 'infra/app/commands/migrate.ts', []],
    ['dead-letters', 'infra/app/commands/dead-letters.ts', ['list']],
  ]

  test.each(COMMANDS)(
    'npm run %s names the closed directory, its owner and what to do',
    async (_name, script, words, env = {}) => {
      expect(await runAs(OTHER, script, words, { DATA_DIR: whole, ...env })).toEqual({
        code: 1,
        said:
          `${whole} belongs to user ${OWNER}, and user ${OTHER} may not use it. Run this as user ${OWNER}, ` +
          `or give the data to user ${OTHER}: chown -R ${OTHER} ${whole}`,
      })
    },
  )

  test.each(COMMANDS.filter(([name]) => name !== 'restore'))(
    'npm run %s names the closed store in an open directory',
    async (_name, script, words, env = {}) => {
      const { code, said } = await runAs(OTHER, script, words, { DATA_DIR: inside, ...env })
      expect(said).toMatch(
        /^\S+ belongs to user 61001, and user 61002 may not use it\. Run this as user 61001, or give/,
      )
      expect(code).toBe(1)
    },
  )

  test('root, whose PostgreSQL runs as another account, gets the same message', async () => {
    const { said } = await runAs(0, 'infra/app/commands/backup.ts', ['/free/of-root'], { DATA_DIR: inside })
    const postgres = join(inside, 'postgres')
    expect(said).toMatch(
      new RegExp(
        `^${postgres} belongs to user ${OWNER}, and user (\\d+) may not .*: chown -R \\1 ${postgres}$`,
      ),
    )
  })

  test('if root ran Firsttouch, the message advises to run the command as root', async () => {
    const ofRoot = await dataOf('of-root', 'postgres')
    await chown(ofRoot, 0, 0)
    const { said } = await runAs(OTHER, 'infra/app/commands/backup.ts', ['/free/of-root'], {
      DATA_DIR: ofRoot,
    })
    expect(said).toBe(
      `${ofRoot}/postgres belongs to user ${OWNER}, and user ${OTHER} may not use it. Run this as root, ` +
        `or give the data to user ${OTHER}: chown -R ${OTHER} ${ofRoot}`,
    )
  })

  test('a backup that belongs to another user is not reported as missing', async () => {
    const backup = await putBackup('closed')
    await chmod(backup, 0o700)
    const env = { DATA_DIR: join(folder, 'free/restored') }
    const { said } = await runAs(OTHER, 'infra/app/commands/restore.ts', ['/closed'], env)
    expect(said).toContain(`${backup} belongs to user 0, and user ${OTHER} may not use it`)
  })

  test('the message never advises to change the owner of a directory above the data', async () => {
    await mkdir(join(folder, 'home'), { mode: 0o700 })
    const { said } = await runAs(OTHER, 'infra/app/start.ts', [], { DATA_DIR: join(folder, 'home/data') })
    expect(said).toMatch(/home belongs to user 0, .* may not use it\. To go on, name another directory$/)
  })
})
