/** `npm test`: the short form and `npm run check` in parallel. Prints the check's output at the end in one piece. */
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passes } from './passes.ts'

// The output goes to a file, because Biome (2.5) aborts when a pipe is full.
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch')
mkdirSync(folder, { recursive: true })
const said = join(folder, 'check.txt')
const file = openSync(said, 'w')

const [checked, tested] = await Promise.all([
  passes('npm', ['run', '--silent', 'check'], file),
  passes('vitest', ['run', '--project', 'short', ...process.argv.slice(2)]),
])
console.log(`npm run check\n${readFileSync(said, 'utf8')}`)
if (!checked) console.error('npm run check failed.')
if (!checked || !tested) process.exitCode = 1
