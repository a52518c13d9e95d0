import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
// An image holds no git.
const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT })

/** What this process runs: read at its start, as a checkout may change later. `commit` is empty where it is not known. */
export const RELEASE = {
  version: String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version),
  commit: String(git.stdout ?? '').trim(),
}
