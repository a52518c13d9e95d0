/** The oldest browsers (March 2023) that run the scripts. `testing/api-ages.ts` checks API calls against them. */
export const BROWSER_FLOOR = { safari: '16.4', chrome: '111', firefox: '115' } as const

export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`)
