/** Another version of the product in its own folder, with the packages installed here. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SITE_DIST } from '../../app/site/build.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const OURS = '@firsttouch'
const run = promisify(execFile)
const BIG = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }

type Wanted = {
  version: string
  /** A commit of this repository. Absent: the present files. */
  commit?: string | undefined
  /** Migrations to add, by path below `infra/migrations`. */
  migrations?: Record<string, string>
}

/** The test run removes the folder. */
export const makeReleaseTree = async ({ version, commit, migrations = {} }: Wanted): Promise<string> => {
  const tree = await mkdtemp(join(tmpdir(), `firsttouch-${version}-`))
  const tracked = commit
    ? ['archive', commit]
    : ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  if (commit) await run('sh', ['-c', `git ${tracked.join(' ')} | tar -x -C ${tree}`], BIG)
  else
    for (const path of (await run('git', tracked, BIG)).stdout.split('\0').filter(Boolean)) {
      await mkdir(dirname(join(tree, path)), { recursive: true })
      // The site counts as built while it is newer than its sources, so keep the times.
      await cp(join(ROOT, path), join(tree, path), { preserveTimestamps: true }).catch(error => {
        // A tracked file may be deleted but not yet committed.
        if (error.code !== 'ENOENT') throw error
      })
    }
  await cp(SITE_DIST, join(tree, 'frontend', 'dist'), { recursive: true, preserveTimestamps: !commit })
  await linkPackages(tree)
  const about = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'))
  await writeFile(join(tree, 'package.json'), JSON.stringify({ ...about, version }, null, 2))
  for (const [path, text] of Object.entries(migrations))
    await writeFile(join(tree, 'infra', 'migrations', path), text)
  return tree
}

/** Links third-party packages to this folder's node_modules, and our own packages to the tree. */
const linkPackages = async (tree: string): Promise<void> => {
  const [from, to] = [join(ROOT, 'node_modules'), join(tree, 'node_modules')]
  await mkdir(join(to, OURS), { recursive: true })
  for (const name of await readdir(from))
    if (name !== OURS && !name.startsWith('.')) await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, OURS))) await symlink(`../../${name}`, join(to, OURS, name))
  for (const room of ['infra', 'api', 'projector'])
    await symlink(join(ROOT, room, 'node_modules'), join(tree, room, 'node_modules'))
}
