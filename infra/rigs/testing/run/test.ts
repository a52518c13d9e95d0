/**
 * `npm test`: the short form. `npm test -- --long` runs another form of `forms.ts`. Several forms run in turn until one fails. Other
 * arguments go to the form's last command. Each run prints its wall time and CPU time in seconds and in calibration
 * loops. Loops are comparable between machines.
 */
import { cpuOf } from '../cpu-time.ts'
import { calibrate, costLine } from './cost.ts'
import { FORMS, isForm } from './forms.ts'
import { passes } from './passes.ts'

const SAMPLE_MS = 1000

const given = process.argv.slice(2)
const flags = given.filter(isForm)
const words = given.filter(word => !isForm(word))

if (words.includes('--help')) {
  console.log(`npm test -- [form …] [options and files of vitest]\nForms: ${Object.keys(FORMS).join(' ')}`)
  process.exit()
}

const runForm = async (lines: readonly string[]): Promise<boolean> => {
  for (const line of lines) {
    const more = line === lines.at(-1) ? words : []
    if (!(await passes('sh', ['-c', `${line} "$@"`, 'sh', ...more]))) return false
  }
  return true
}

for (const flag of flags.length > 0 ? flags : (['--short'] as const)) {
  const loopMs = calibrate()
  const began = performance.now()
  let cpuUs = 0
  const before = await cpuOf(process.pid)
  // Sample regularly: a database server may outlive its parent and then be missing from the final sum.
  const sample = async () => {
    cpuUs = Math.max(cpuUs, (await cpuOf(process.pid)) - before)
  }
  const sampling = setInterval(sample, SAMPLE_MS)
  const passed = await runForm(FORMS[flag])
  clearInterval(sampling)
  await sample()
  console.log(
    `npm test -- ${flag}: ${costLine({ wallMs: performance.now() - began, cpuMs: cpuUs / 1000, loopMs })}`,
  )
  if (!passed) {
    process.exitCode = 1
    break
  }
}
