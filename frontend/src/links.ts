/** Links to write to somebody by mail or chat; nothing that a person typed may add a recipient or a header. */

// A text cut in the middle of an emoji would make encodeURIComponent throw.
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** One recipient; every value percent-encoded, except the address's own `@`. */
export const mailLink = (address: string, subject: string, body = ''): string => {
  const link = `mailto:${encode(address.trim()).replaceAll('%40', '@')}?subject=${encode(
    subject.replace(/[\r\n]+/g, ' '),
  )}`
  return body ? `${link}&body=${encode(body.replace(/\r?\n/g, '\r\n'))}` : link
}

/** `digits`: with the country first. null without them: the chat app would open with nobody to write to. */
export const chatLink = (digits: string, text: string): string | null =>
  digits ? `https://wa.me/${digits}?text=${encode(text)}` : null
