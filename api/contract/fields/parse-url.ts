/** Old browsers lack `URL.parse`. The tracker loads this file, so keep it small. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
