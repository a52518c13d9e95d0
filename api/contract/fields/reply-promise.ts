/** How soon the public pages promise an answer to a form, and when the team is there. Free of zod for pages. */

/** To whoever signs up for a trial while the team is there; to everybody else by the clock. */
export const REPLY_HOURS = { form: 24, trial: 2 } as const

/** Monday to Saturday, in Greenwich Mean Time all year round. */
export const TEAM_HOURS = { days: [1, 2, 3, 4, 5, 6] as readonly number[], from: 9, to: 19 }
