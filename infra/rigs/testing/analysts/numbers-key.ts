/** A key like `loadNumbersKey`'s, for views without the product's PostgreSQL. */
export const NUMBERS_KEY = 'the key of these tests: 32 chars'
