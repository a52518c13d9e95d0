/** `npm test`: the check and the short form side by side, neither needs the other. What the check says comes last, in one piece. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Not a pipe: Biome (2.5) breaks off when one takes no more for a moment.
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/firsttouch')
mkdirSync(folder, { recursive: true })
const said = join(folder, 'check.txt')
const file = openSync(said, 'w')

const checking = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', file, file] })
const testing = spawn('vitest', ['run', '--project', 'short', ...process.argv.slice(2)], { stdio: 'inherit' })
const [[checked], [tested]] = await Promise.all([once(checking, 'close'), once(testing, 'close')])
console.log(`npm run check\n${readFileSync(said, 'utf8')}`)
if (checked !== 0) console.error('npm run check failed.')
if (checked !== 0 || tested !== 0) process.exitCode = 1
