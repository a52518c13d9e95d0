/** The files that differ from a commit, those not committed yet among them. */
import { execFileSync } from 'node:child_process'
import { UsageError } from '../../platform/run-command.ts'
import { ROOT } from './folders.ts'

const git = (...args: string[]): string[] => {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean)
  } catch (error) {
    throw new UsageError(`git ${args.join(' ')} failed: ${error instanceof Error ? error.message : error}`)
  }
}

/** Without a base: where this branch left main; on main itself, the commit before. */
export const changedSince = (base: string | undefined): string[] => {
  const from = base ?? branchPoint()
  return [
    ...git('diff', '--name-only', '--diff-filter=d', from, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

const branchPoint = (): string => {
  const [head] = git('rev-parse', 'HEAD')
  const [left] = git('merge-base', 'HEAD', 'main')
  return left === undefined || left === head ? 'HEAD~1' : left
}
