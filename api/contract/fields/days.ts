/** First and last day of reports. Pages import this file, so it does not import zod. */
export const FIRST_DAY = '2020-01-01'
export const LAST_DAY = '2099-12-31'
