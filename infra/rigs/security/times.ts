/** How often inputs by chance are tried: more with SECURITY_TIMES=16, and as often as is worth while with SECURITY_FULL=1. */
const TIMES = Number(process.env.SECURITY_TIMES ?? 1)

export const FULL = process.env.SECURITY_FULL === '1'

export const timesOf = (short: number, full: number): number => (FULL ? full : Math.min(full, short * TIMES))
