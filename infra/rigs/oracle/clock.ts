/** Preloaded into the product's process. The oracle sets its clock and stops or starts it. PostgreSQL and ClickHouse keep the real time. */
const RealDate = Date
let at = Number(process.env.ORACLE_AT)
let runsSince: number | null = null

const now = (): number => (runsSince === null ? at : at + RealDate.now() - runsSince)

class ShiftedDate extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(now())
    else super(...(given as [string]))
  }
  static override now(): number {
    return now()
  }
  /** Dates made before the replacement count too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]'
  }
}
globalThis.Date = ShiftedDate as DateConstructor

process.on('message', (wanted: { at: number; runs: boolean }) => {
  at = wanted.at
  runsSince = wanted.runs ? RealDate.now() : null
  process.send?.(wanted.at)
})
process.channel?.unref()
// End this process when the run ends or is interrupted.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
