import { MINUTE_MS } from '@firsttouch/infra/platform/timing'

const FIRST_MS = 2_000
const LONGEST_MS = 30 * MINUTE_MS

/** Thrice as long after each try, up to half an hour; a fifth more or less, so that not all come back at once. */
export const pauseAfter = (tries: number, random: number = Math.random()): number =>
  Math.min(LONGEST_MS, FIRST_MS * 3 ** Math.max(0, tries - 1)) * (0.8 + 0.4 * random)
