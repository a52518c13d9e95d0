/**
 * `node infra/rigs/testing/run/ten-times.ts`: the short form ten times in a row, each in another order, while as many endless
 * loops as there are cores keep the machine at twice its load. Its first word is how often, its second a command instead.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const [times = '10', command = 'npx vitest run --project short --reporter=dot'] = process.argv.slice(2)

const burn = (): ChildProcess => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })

const load = Array.from({ length: availableParallelism() }, burn)
const results: string[] = []
try {
  for (let run = 1; run <= Number(times); run++) {
    const seed = Math.floor(Math.random() * 1e9)
    const begun = performance.now()
    const { status } = spawnSync(`${command} --sequence.seed=${seed}`, {
      cwd: ROOT,
      shell: true,
      stdio: 'inherit',
    })
    const seconds = Math.round((performance.now() - begun) / 1000)
    const line = `run ${run}: ${status === 0 ? 'green' : 'RED'}, ${seconds} s, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`
    results.push(line)
    console.log(line)
  }
} finally {
  for (const child of load) child.kill('SIGKILL')
}
console.log(`\n${results.join('\n')}`)
process.exitCode = results.some(line => line.includes('RED')) ? 1 : 0
