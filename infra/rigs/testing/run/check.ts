/** `npm run check`: types, lint, and the proof that regular expressions are linear, side by side: none needs another. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const CHECKS = ['tsc -p .', 'biome check .', 'npm run --silent expressions']

const passes = async (command: string): Promise<boolean> => {
  const [code] = await once(spawn(command, { shell: true, stdio: 'inherit' }), 'close')
  if (code !== 0) console.error(`${command}: failed`)
  return code === 0
}

const results = await Promise.all(CHECKS.map(passes))
if (results.includes(false)) process.exitCode = 1
