/** This process's clock, put back; it goes on from there. PostgreSQL, ClickHouse and other processes keep theirs. */
import { cleanUpAfter } from './clean-up.ts'

const RealDate = Date
const cleanUp = cleanUpAfter('all')

/** `0` puts it right again, as the end of the file does. */
export const putClockBack = (ms: number): void => {
  class ShiftedDate extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() - ms)
      else super(...(given as [string]))
    }
    static override now(): number {
      return RealDate.now() - ms
    }
    /** Also those that were made before. */
    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]'
    }
  }
  globalThis.Date = ms === 0 ? RealDate : (ShiftedDate as DateConstructor)
  cleanUp.push(() => {
    globalThis.Date = RealDate
  })
}
