/** Which release runs: the version of package.json, and the commit where the code lies in a git checkout. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** Images hold no git. */
const readCommit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** As of the start of the process: a checkout that changes later is not what runs. `commit` is empty where it is not known. */
export const RELEASE = {
  version: String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version),
  commit: readCommit(),
}
