/** Logs a tracking error to the console. Tracking must never break the page. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch (error) {
    console.warn('Tracking:', error)
    return undefined
  }
}
