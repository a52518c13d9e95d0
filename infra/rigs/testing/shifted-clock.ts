/** Sets this process's clock back. PostgreSQL, ClickHouse and other processes keep the real time. */
import { cleanUpAfter } from './clean-up.ts'

const RealDate = Date
const cleanUp = cleanUpAfter('all')

/** `0` restores the real time. The end of the test file restores it too. */
export const putClockBack = (ms: number): void => {
  class ShiftedDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() - ms)
      else super(...(given as [string]))
    }
    static override now(): number {
      return RealDate.now() - ms
    }
    /** Dates made before the replacement count too. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]'
    }
  }
  globalThis.Date = ms === 0 ? RealDate : (ShiftedDate as DateConstructor)
  cleanUp.push(() => {
    globalThis.Date = RealDate
  })
}
