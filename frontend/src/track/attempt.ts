/** A failure to track is a line in the console, never a broken page. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch (error) {
    console.warn('Tracking:', error)
    return undefined
  }
}
