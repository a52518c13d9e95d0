/** The words with which a reply starts; staff change them before they send. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { chatLink, mailLink } from '../../links.ts'
import { callLink } from '../pieces/outside-links.ts'

const QUOTED = 50

/** The first 50 characters; an ellipsis says that there is more. */
export const quote = (message: string): string => {
  const characters = [...message.replace(/\s+/g, ' ').trim()]
  return characters.slice(0, QUOTED).join('') + (characters.length > QUOTED ? '...' : '')
}

type Person = Pick<Lead, 'name' | 'nameTyped' | 'email' | 'phone' | 'phoneNumber' | 'business' | 'ownWords'>

/** Nobody is greeted by a name that a form wrote. */
const greeting = ({ name, nameTyped }: Person): string =>
  nameTyped ? `Hi ${name.trim().split(/\s+/)[0] || 'there'},` : 'Hello,'

/** null where the person left nothing to reach them by; only words that they typed are quoted. */
export const replyLinks = (lead: Person) => {
  const { email, phone, phoneNumber, business, ownWords } = lead
  return {
    mail: mailLink(
      email,
      `Re: Your enquiry${business ? ` for ${business}` : ''}`,
      `${greeting(lead)}\n\nThank you for getting in touch.\n\n${ownWords && `You wrote:\n${ownWords.replace(/^/gm, '> ')}\n\n`}`,
    ),
    chat: chatLink(
      phoneNumber?.e164.slice(1) ?? '',
      `${greeting(lead)} thank you for ${ownWords ? `your message: "${quote(ownWords)}"` : 'getting in touch.'}`,
    ),
    call: callLink(phoneNumber, phone),
  }
}
