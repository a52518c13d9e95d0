/** Replaces `URL.parse`, which is newer than the oldest supported browser. null if the text is not a URL. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** null unless http or https. Also null with credentials (https://bank@evil), or with characters that browsers silently repair. */
export const parseWebLink = (text: string): URL | null => {
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = parseUrl(text)
  return url && url.username === '' && url.password === '' ? url : null
}

/** `https://x.test//` → `https://x.test`. A regular expression would take quadratic time. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
