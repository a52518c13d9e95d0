/** The tracker loads this file, so it holds nothing else. Replaces `URL.parse`, which is newer than the oldest supported browser. null if the text is not a URL. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
