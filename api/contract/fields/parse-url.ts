/**
 * Replaces `URL.parse`, which old browsers lack. null if the text is not a URL. Keep this file small, because the
 * tracker loads it.
 */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
