/**
 * `npm test`: the short form. `npm test -- --long`, and every other name of `forms.ts`, runs that form; several run in turn until one
 * fails. Further words go to the last command of the form. Each run ends with its wall time, its CPU time, and both in calibration
 * loops, so that machines compare.
 */
import { cpuOf } from '../cpu-time.ts'
import { calibrate, costLine } from './cost.ts'
import { FORMS, isForm } from './forms.ts'
import { passes } from './passes.ts'

const SAMPLE_MS = 1000

const given = process.argv.slice(2)
const flags = given.filter(isForm)
const words = given.filter(word => !isForm(word))

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
  // A database server outlives the process that started it for a moment, so it is missing from the sum at the end.
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
