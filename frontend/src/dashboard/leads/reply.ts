import type { Lead } from '@firsttouch/api/contract/leads'
import { chatLink, mailLink } from '../../links.ts'
import { callLink } from '../pieces/outside-links.ts'

const QUOTED = 50
/** Windows passes mailto links of up to about 2,000 characters. With a longer link, Outlook silently opens nothing. */
const MOST_OF_LINK = 1_999
const MOST_OF_NAMES = 600

/** Visible characters, or code points if the browser lacks Intl.Segmenter (Firefox before 125). */
const characters = (text: string): string[] =>
  'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment) : [...text]

/** Cuts the text until it fits, and marks the cut with an ellipsis. */
const cut = (text: string, fits: (text: string) => boolean): string => {
  if (fits(text)) return text
  const all = characters(text)
  const first = (count: number) => `${all.slice(0, count).join('').trimEnd()}…`
  let count = all.length
  while (count > 0 && !fits(first(count))) count -= Math.ceil(count / 50)
  return first(count)
}

export const quote = (message: string): string => {
  const all = characters(message.replace(/\s+/g, ' ').trim())
  return all.slice(0, QUOTED).join('') + (all.length > QUOTED ? '...' : '')
}

type Person = Pick<Lead, 'name' | 'nameTyped' | 'email' | 'phone' | 'phoneNumber' | 'business' | 'ownWords'>

const greeting = ({ name, nameTyped }: Person): string =>
  nameTyped ? `Hi ${name.trim().split(/\s+/)[0] || 'there'},` : 'Hello,'

/** `chat` and `call` are null without a usable number. Mail and chat quote only what the person typed. */
export const replyLinks = (lead: Person) => {
  const { email, phone, phoneNumber, ownWords } = lead
  const digits = phoneNumber?.e164.slice(1) ?? ''
  const isShort = (text: string) => mailLink('', text).length < MOST_OF_NAMES
  const [hello, business] = [cut(greeting(lead), isShort), cut(lead.business, isShort)]
  const mail = (words: string) =>
    mailLink(
      email,
      `Re: Your enquiry${business ? ` for ${business}` : ''}`,
      `${hello}\n\nThank you for getting in touch.\n\n${words && `You wrote:\n${words.replace(/^/gm, '> ')}\n\n`}`,
    )
  const chat = (words: string) =>
    chatLink(digits, `${hello} thank you for ${words ? `your message: "${words}"` : 'getting in touch.'}`)
  return {
    mail: mail(cut(ownWords, words => mail(words).length <= MOST_OF_LINK)),
    chat: chat(cut(quote(ownWords), words => (chat(words)?.length ?? 0) <= MOST_OF_LINK)),
    call: callLink(phoneNumber, phone),
  }
}
