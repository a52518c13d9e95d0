import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedSince } from './changed.ts'

/** A project of its own, with one commit for each file that is named. */
const project = (...files: string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'firsttouch-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
      cwd: root,
      stdio: 'pipe',
    })
  git('init', '-q', '-b', 'main')
  const commit = (file: string) => {
    writeFileSync(join(root, file), file)
    git('add', '.')
    git('commit', '-qm', file)
  }
  files.forEach(commit)
  return { root, git, commit }
}

test('on a branch it is what changed since it left main, committed or not', () => {
  const { root, git, commit } = project('a.ts', 'b.ts')
  git('checkout', '-qb', 'work')
  commit('c.ts')
  commit('d.ts')
  writeFileSync(join(root, 'e.ts'), '')
  expect(changedSince(undefined, root)).toEqual(['c.ts', 'd.ts', 'e.ts'])
})

test('on main it is what the last commit changed', () => {
  expect(changedSince(undefined, project('a.ts', 'b.ts').root)).toEqual(['b.ts'])
})

test('in a shallow clone, whose commit has no parent, and without git there is nothing to compare with', () => {
  const { root } = project('a.ts', 'b.ts')
  const shallow = join(mkdtempSync(join(tmpdir(), 'firsttouch-shallow-')), 'clone')
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, shallow], { stdio: 'pipe' })
  expect(changedSince(undefined, shallow)).toBeUndefined()
  expect(changedSince(undefined, mkdtempSync(join(tmpdir(), 'firsttouch-no-git-')))).toBeUndefined()
})

test('a base that was asked for and is not there is an error that names it', () => {
  expect(() => changedSince('v9', project('a.ts').root)).toThrow('--base v9')
})
