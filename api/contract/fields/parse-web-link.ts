import { parseUrl } from './parse-url.ts'

/** null unless http or https, without credentials (https://bank@evil) and without signs that browsers repair silently. */
export const parseWebLink = (text: string): URL | null => {
  if (/[\s\\]|\p{Cc}/u.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = parseUrl(text)
  return url && url.username === '' && url.password === '' ? url : null
}
