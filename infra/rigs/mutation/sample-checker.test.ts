import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ROOT } from './folders.ts'
import { checker } from './sample-checker.ts'

const mutants = Array.from({ length: 12 }, (_, n) => ({
  id: `${n}`,
  fileName: join(ROOT, 'ingest', `file-${n}.ts`),
  mutatorName: 'EqualityOperator',
  replacement: 'a <= b',
  location: { start: { line: n, column: 0 }, end: { line: n, column: 5 } },
}))

test('a seed chooses the same mutants wherever the project stands', async () => {
  vi.stubEnv('MUTATION_SAMPLE', '4')
  vi.stubEnv('MUTATION_SEED', '1')
  const results = await checker.check(mutants)
  vi.unstubAllEnvs()
  const chosen = mutants.filter(({ id }) => results[id]?.status === 'passed')
  expect(chosen.map(({ id }) => id)).toEqual(['0', '3', '4', '5'])
})
