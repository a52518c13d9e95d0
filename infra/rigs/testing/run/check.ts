/** `npm run check`: types, lint and the proof that regular expressions are linear, in parallel. */
import { passes } from './passes.ts'

const CHECKS = ['tsc -p .', 'biome check .', 'node infra/rigs/security/expressions.ts']

const check = async (line: string): Promise<boolean> => {
  const [command = '', ...given] = line.split(' ')
  const passed = await passes(command, given)
  if (!passed) console.error(`${line}: failed`)
  return passed
}

const results = await Promise.all(CHECKS.map(check))
if (results.includes(false)) process.exitCode = 1
