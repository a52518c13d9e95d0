/** Preloaded into the product's process: its clock stands or runs from where the oracle puts it. PostgreSQL and ClickHouse keep theirs. */
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
  /** Also those that were made before. */
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
// A run that is stopped leaves nothing behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
