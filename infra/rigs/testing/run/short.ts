/** `npm test`, when what it needs is there: the check beside the short form, neither needs the other. What the check says comes last, in one piece. */
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passes } from './passes.ts'

// Not a pipe: Biome (2.5) breaks off when one takes no more for a moment.
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
