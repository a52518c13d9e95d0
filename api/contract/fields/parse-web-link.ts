import { parseUrl } from './parse-url.ts'

/** Accepts http and https, but no credentials (https://bank@evil) and no characters that browsers repair. */
export const parseWebLink = (text: string): URL | null => {
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = parseUrl(text)
  return url && url.username === '' && url.password === '' ? url : null
}
