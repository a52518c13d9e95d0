/** `npm run test:faults`: the long form of every case, then a table of what was injected, how often, and what was lost. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CATALOGUE } from './catalogue.ts'
import type { Result } from './results.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

const files = [...new Set(CATALOGUE.flatMap(({ proofs }) => proofs.map(({ file }) => file)))]
const folder = await mkdtemp(join(tmpdir(), 'firsttouch-results-'))
const results = join(folder, 'results')
const seed = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 1e9))
console.log(`FAULT_SEED=${seed} makes the same choices again.\n`)
const { status } = spawnSync('npx', ['vitest', 'run', ...(process.argv[2] ? process.argv.slice(2) : files)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, FAULTS_FULL: '1', FAULT_SEED: seed, FAULTS_RESULTS: results },
})

const number = (value: number): string => value.toLocaleString('en-GB')
const row = ({ id, injected, times, events, duplicates, lost, wrong }: Result): string =>
  `| ${[id, injected, ...[times, events, duplicates, lost, wrong].map(number)].join(' | ')} |`

if (existsSync(results)) {
  const lines = (await readFile(results, 'utf8')).trim().split('\n')
  const rows = lines.map(line => JSON.parse(line) as Result).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  console.log(`\n| case | injected | times | events | repeats in the log | lost or invented | wrong numbers |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${rows.map(row).join('\n')}\n`)
}
await rm(folder, { recursive: true })
process.exit(status ?? 1)
