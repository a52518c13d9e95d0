import { parseUrl } from './parse-url.ts'

/**
 * The address as a browser reads it, or null when it is not one to send people to: only http and https, no
 * credentials (https://bank@evil), no backslash, white space or control character, which browsers repair silently.
 */
export const parseWebLink = (text: string): URL | null => {
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = parseUrl(text)
  return url && url.username === '' && url.password === '' ? url : null
}
