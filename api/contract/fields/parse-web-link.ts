import { parseUrl } from './parse-url.ts'

/** null unless http or https. Also null with credentials (https://bank@evil), or with characters that browsers silently repair. */
export const parseWebLink = (text: string): URL | null => {
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = parseUrl(text)
  return url && url.username === '' && url.password === '' ? url : null
}
