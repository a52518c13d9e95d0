/** How often tests with random input repeat. SECURITY_TIMES=16 multiplies the number, SECURITY_FULL=1 gives the full one. */
const TIMES = Number(process.env.SECURITY_TIMES ?? 1)

export const FULL = process.env.SECURITY_FULL === '1'

export const timesOf = (short: number, full: number): number => (FULL ? full : Math.min(full, short * TIMES))
