import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import own from '../../package.json' with { type: 'json' }

// An image holds no git.
const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: join(import.meta.dirname, '..', '..') })

/** What this process runs: read at its start, as a checkout may change later. `commit` is empty where it is not known. */
export const RELEASE = { version: own.version, commit: String(git.stdout ?? '').trim() }
