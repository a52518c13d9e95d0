/**
 * The oldest browsers that the site's scripts run in, of March 2023 and later. Written down here alone: the build lowers
 * syntax and styles to it, and testing/api-ages.ts holds what the scripts call to it. Older ones show the text and send the forms.
 */
export const BROWSER_FLOOR = { safari: '16.4', chrome: '111', firefox: '115' } as const

/** As Vite's `build.target` wants it. */
export const BUILD_TARGET = Object.entries(BROWSER_FLOOR).map(([name, version]) => `${name}${version}`)
