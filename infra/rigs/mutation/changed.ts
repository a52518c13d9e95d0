/** Files that differ from a commit, including uncommitted ones. */
import { execFileSync } from 'node:child_process'
import { UsageError } from '../../platform/run-command.ts'
import { ROOT } from './folders.ts'

type Git = (...args: string[]) => string[]

const gitIn =
  (cwd: string): Git =>
  (...args) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean)

/**
 * The default base is where this branch left main. On main it is the previous commit, or the last release. undefined without history, as in
 * a shallow clone or a copy without git.
 */
export const changedSince = (base: string | undefined, root = ROOT): string[] | undefined => {
  const git = gitIn(root)
  const from = base ?? branchPoint(git)
  if (from === undefined) return undefined
  try {
    return [
      ...git('diff', '--name-only', '--diff-filter=d', from, '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]
  } catch (error) {
    throw new UsageError(`--base ${from}: ${error instanceof Error ? error.message : error}`)
  }
}

const branchPoint = (git: Git): string | undefined => {
  const ask = (...args: string[]): string | undefined => {
    try {
      return git(...args)[0]
    } catch {
      // The branch, parent, tag or git itself is missing.
      return undefined
    }
  }
  const head = ask('rev-parse', 'HEAD')
  const left = ask('merge-base', 'HEAD', 'main') ?? ask('merge-base', 'HEAD', 'origin/main')
  if (left !== undefined && left !== head) return left
  return ask('rev-parse', '--verify', '--quiet', 'HEAD~1') ?? ask('describe', '--tags', '--abbrev=0')
}
