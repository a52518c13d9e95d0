import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
// Fails in a container image, which contains no git.
const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT })

/** Read at the start, because a checkout may change later. `commit` is empty if unknown. */
export const RELEASE = {
  version: String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version),
  commit: String(git.stdout ?? '').trim(),
}
