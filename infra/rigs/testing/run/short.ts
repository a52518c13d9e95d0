/** `npm test`: what has to be there, then the check beside the short form, which needs nothing of it. What it says comes last, in one piece. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Not a pipe: Biome (2.5) breaks off when one takes no more for a moment.
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch')
mkdirSync(folder, { recursive: true })
const said = join(folder, 'check.txt')
const file = openSync(said, 'w')

const passes = async (command: string, given: string[], output: number | 'inherit') => {
  const [code] = await once(spawn(command, given, { stdio: ['ignore', output, output] }), 'close')
  return code === 0
}

const [checked, tested] = await Promise.all([
  passes('npm', ['run', '--silent', 'check'], file),
  passes('vitest', ['run', '--project', 'short', ...process.argv.slice(2)], 'inherit'),
])
console.log(`npm run check\n${readFileSync(said, 'utf8')}`)
if (!checked) console.error('npm run check failed.')
if (!checked || !tested) process.exitCode = 1
