/** Builds mailto and chat links. User text cannot add a recipient or a header. */

// A text cut inside an emoji would make encodeURIComponent throw.
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))

/** Percent-encodes every value except the address's own `@`. */
export const mailLink = (address: string, subject: string, body = ''): string => {
  const link = `mailto:${encode(address.trim()).replaceAll('%40', '@')}?subject=${encode(
    subject.replace(/[\r\n]+/g, ' '),
  )}`
  return body ? `${link}&body=${encode(body.replace(/\r?\n/g, '\r\n'))}` : link
}

/** `digits` starts with the country code. null without digits, because a chat link needs a recipient. */
export const chatLink = (digits: string, text: string): string | null =>
  digits ? `https://wa.me/${digits}?text=${encode(text)}` : null
