/**
 * `npm test -- --ten-times`: runs the short form ten times in random orders, two at a time, which doubles the load. The first argument is
 * the number of runs, the second another command. Prints the whole output of a red run.
 */
import { spawn } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const [times = '10', command = 'npx vitest run --project short --reporter=default'] = process.argv.slice(2)
const AT_A_TIME = 2

const results: string[] = []
let begun = 0

const runOnce = async (): Promise<boolean> => {
  const run = ++begun
  const seed = Math.floor(Math.random() * 1e9)
  const start = performance.now()
  const child = spawn(`${command} --sequence.seed=${seed} 2>&1`, {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const [said, status] = await Promise.all([text(child.stdout), ended])
  const isGreen = status === 0
  const seconds = Math.round((performance.now() - start) / 1000)
  if (!isGreen) console.log(said)
  const line = `run ${run}: ${isGreen ? 'green' : 'RED'}, ${seconds} s, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`
  results.push(line)
  console.log(line)
  return isGreen
}

const runsInTurn = async (): Promise<boolean> => {
  let areGreen = true
  while (begun < Number(times)) areGreen = (await runOnce()) && areGreen
  return areGreen
}

const areGreen = (await Promise.all(Array.from({ length: AT_A_TIME }, runsInTurn))).every(Boolean)
console.log(`\n${results.join('\n')}`)
process.exitCode = areGreen ? 0 : 1
