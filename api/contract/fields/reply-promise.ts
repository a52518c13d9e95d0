/** How soon the public pages promise an answer to a form, and when the team is there. Free of zod for pages. */

/** The promised time for a reply. Trial signups in office hours get a shorter one. */
export const REPLY_HOURS = { form: 24, trial: 2 } as const

/** Monday to Saturday, in Greenwich Mean Time all year round. */
export const TEAM_HOURS = { from: 9, to: 19 }
export const TEAM_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6]

/** The same as the pages say it, made here and not in each browser. */
export const REPLY_WORDS = { form: '24 hours', trial: '2 hours' } as const
export const TEAM_WORDS = 'Monday to Saturday 9AM-7PM GMT'
