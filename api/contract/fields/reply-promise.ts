/** Reply times and office hours that the public pages promise. Pages import this file, so it does not import zod. */

/** Promised reply time in hours. For `trial`, only office hours count. */
export const REPLY_HOURS = { form: 24, trial: 2 } as const

/** Hours in GMT all year round (no daylight saving time). */
export const TEAM_HOURS = { from: 9, to: 19 }
/** Values of `Date.getUTCDay`: 1 is Monday. */
export const TEAM_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6]

export const REPLY_WORDS = { form: '24 hours', trial: '2 hours' } as const
export const TEAM_WORDS = 'Monday to Saturday 9AM-7PM GMT'
