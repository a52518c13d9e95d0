/** A key as `loadNumbersKey` gives it, for views that a test publishes without the product's PostgreSQL. */
export const NUMBERS_KEY = 'the key of these tests: 32 chars'
