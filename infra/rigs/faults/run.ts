/**
 * `npm test -- --faults`: the long form of every case, then a table of what was injected, how often, and what was lost. `-- --minutes 5`:
 * the short form of random cases with new random choices, until the time is over.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inFolder } from '../testing/run/folder.ts'
import { openRandom, SEED } from './random.ts'
import type { Result } from './results.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const FILES = [
  ...globSync('infra/rigs/faults/*.long.test.ts', { cwd: ROOT }),
  'infra/log/kafka/faults.long.test.ts',
  'infra/log/postgres/trouble.long.test.ts',
  'frontend/e2e/queue.long.test.ts',
]

const number = (value: number): string => value.toLocaleString('en-GB')
const row = ({ id, injected, times, events, duplicates, lost, wrong }: Result): string =>
  `| ${[id, injected, ...[times, events, duplicates, lost, wrong].map(number)].join(' | ')} |`

const runFiles = (files: string[], env: Record<string, string>): number =>
  spawnSync('npx', ['vitest', 'run', ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  }).status ?? 1

const forMinutes = (minutes: number, files: string[], env: Record<string, string>): number => {
  const until = performance.now() + minutes * 60_000
  const left = openRandom('the order of the cases').shuffled(files)
  let status = 0
  for (let at = 0; status === 0 && left.length > 0 && performance.now() < until; at++)
    status = runFiles(left.splice(0, 1), { ...env, FAULT_SEED: String(SEED + at) })
  if (left.length > 0) console.log(`NOT TRIED in the ${minutes} minutes: ${left.join(', ')}`)
  return status
}

const printTable = async (results: string): Promise<void> => {
  if (!existsSync(results)) return
  const lines = (await readFile(results, 'utf8')).trim().split('\n')
  const rows = lines.map(line => JSON.parse(line) as Result).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  console.log(`\n| case | injected | times | events | repeats in the log | lost or invented | wrong numbers |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${rows.map(row).join('\n')}\n`)
}

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' } },
  allowPositionals: true,
})
process.exitCode = await inFolder(async () => {
  const files = positionals.length > 0 ? positionals : FILES
  const results = join(tmpdir(), 'results')
  console.log(`FAULT_SEED=${SEED} makes the same choices again.\n`)
  const status = values.minutes
    ? forMinutes(Number(values.minutes), files, { FAULTS_RESULTS: results })
    : runFiles(files, { FAULTS_FULL: '1', FAULT_SEED: String(SEED), FAULTS_RESULTS: results })
  await printTable(results)
  return status
})
