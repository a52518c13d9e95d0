/** Replaces `URL.parse`, which old browsers lack. null: not a URL. Keep the file small: the tracker loads it. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
