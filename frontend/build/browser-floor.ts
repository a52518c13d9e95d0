/**
 * The oldest browsers (March 2023) that run the site's scripts. The build compiles syntax and styles for these
 * versions, and `testing/api-ages.ts` checks API calls against them. Older browsers still show the text and submit the
 * forms.
 */
export const BROWSER_FLOOR = { safari: '16.4', chrome: '111', firefox: '115' } as const

export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`)
