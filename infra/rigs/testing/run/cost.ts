/** The cost of a test run: the reporter prints the slowest files, `costLine` the time. */
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10
const STEPS = 300_000_000
const TRIES = 3

/** Milliseconds of a fixed loop on one core. The least of three measurements, because other work slows it down. */
export const calibrate = (): number =>
  Math.min(
    ...Array.from({ length: TRIES }, () => {
      const began = performance.now()
      let mixed = 1
      for (let step = 0; step < STEPS; step++) mixed = Math.imul(mixed ^ step, 0x9e3779b1)
      return performance.now() - began
    }),
  )

export const costLine = ({
  wallMs,
  cpuMs,
  loopMs,
}: Record<'wallMs' | 'cpuMs' | 'loopMs', number>): string => {
  const seconds = (ms: number) => Math.round(ms / 1000).toLocaleString('en-GB')
  const loops = (ms: number) => Math.round(ms / loopMs).toLocaleString('en-GB')
  return (
    `${seconds(wallMs)} s of wall time, ${seconds(cpuMs)} s of CPU time. In calibration loops, ` +
    `of ${(loopMs / 1000).toFixed(2)} s here: ${loops(wallMs)} and ${loops(cpuMs)}.`
  )
}

/** Seconds of a file's tests, hooks and imports. */
const secondsOf = (module: TestModule): number => {
  const { duration, collectDuration } = module.diagnostic()
  return (duration + collectDuration) / 1000
}

export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .map(module => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
      .toSorted((a, b) => b.seconds - a.seconds)
    const total = rows.reduce((sum, { seconds }) => sum + seconds, 0)
    const lines = rows
      .slice(0, SHOWN)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`)
    console.log(
      `\nSeconds  Slowest of ${rows.length} files, which took ${Math.round(total)} s\n${lines.join('\n')}\n`,
    )
  }
}
