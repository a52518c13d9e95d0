/** How often tests with random input repeat: `short` times, with SECURITY_TIMES=16 sixteen times as often, with SECURITY_FULL=1 `full` times. */
const TIMES = Number(process.env.SECURITY_TIMES ?? 1)

export const FULL = process.env.SECURITY_FULL === '1'

export const timesOf = (short: number, full: number): number => (FULL ? full : Math.min(full, short * TIMES))
