/** The house rules that a machine can check: who may import whom, how long a file may get. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter(file => file !== '' && existsSync(join(root, file)))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Workspace → what its files may import from other workspaces. */
const MAY_IMPORT: Record<string, RegExp> = {
  frontend: /^@firsttouch\/(ingest\/(events|experiments)|api\/contract(\/.+)?)$/,
  ingest: /^@firsttouch\/infra\//,
  projector: /^@firsttouch\/(infra\/|ingest\/(events|accept)$)/,
  api: /^@firsttouch\/(infra\/|ingest\/(events|experiments|accept)$)/,
  infra: /^$/,
}
/** Where everything is joined, and where everything is tested together. */
const isRoot = (file: string) =>
  /\.test\.tsx?$/.test(file) ||
  // Fills the read models for the tests of split tests.
  file === 'api/testing-people.ts' ||
  /^infra\/(start|dev|erase|export-person|security|site-config|rebuild|dead-letters|seed|bench|faults|testing)\b/.test(
    file,
  ) ||
  /^frontend\/e2e\//.test(file)

const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(@firsttouch\/[^']+|\.[^']*)'/g)].map(
    match => match[1] ?? '',
  )

describe('imports', () => {
  const sources = files.filter(file => /^(frontend|ingest|projector|api|infra)\//.test(file) && !isRoot(file))

  test.each(Object.entries(MAY_IMPORT))(
    '%s imports other workspaces only by the arrows of the design',
    (workspace, allowed) => {
      const own = sources.filter(file => file.startsWith(`${workspace}/`))
      expect(own.length).toBeGreaterThan(0)
      const wrong = own.flatMap(file =>
        importsOf(file)
          .filter(name => name.startsWith('@firsttouch/') && !name.startsWith(`@firsttouch/${workspace}/`))
          .filter(name => !allowed.test(name))
          .map(name => `${file} imports ${name}`),
      )
      expect(wrong).toEqual([])
    },
  )

  test('no file reaches into another workspace by a path', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(name => name.startsWith('.'))
        .filter(name => join(file, '..', name).split('/')[0] !== file.split('/')[0])
        .map(name => `${file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

test('no file is longer than 300 lines', () => {
  const long = files.filter(file => read(file).split('\n').length > 301)
  expect(long).toEqual([])
})

test('tests empty PostgreSQL\u2019s tables in the one way that cannot end in a deadlock', () => {
  const byHand = files.filter(
    file =>
      /testing|\.test\.tsx?$/.test(file) &&
      file !== 'infra/testing/empty-tables.ts' &&
      /`\s*TRUNCATE (?!TABLE \$)[\w$]/.test(read(file)),
  )
  expect(byHand).toEqual([])
})

test('no file says where it was written', () => {
  const all = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = all
    .split('\n')
    .filter(
      file =>
        /\.(ts|tsx|json|md|sql|ya?ml|css|html|xml)$|^\.\w+$|^\.ci/.test(file) && existsSync(join(root, file)),
    )
  const telling = texts.filter(
    file =>
      file !== 'infra/house.test.ts' &&
      /\/(root|home\/\w+|work)\/|registry\.npmjs|"resolved": "http/.test(read(file)),
  )
  expect(telling).toEqual([])
})
