/** Days that figures can be of; free of zod for pages. */
export const FIRST_DAY = '2020-01-01'
export const LAST_DAY = '2099-12-31'
