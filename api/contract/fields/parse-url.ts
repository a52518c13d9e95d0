/** `URL.parse`, which browsers have only since 2024 (frontend/build/browser-floor.ts): null where the text is no address. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
