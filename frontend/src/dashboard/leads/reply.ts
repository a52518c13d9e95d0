/** The words with which a reply starts; staff change them before they send. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { callLink, chatLink, mailLink } from '../links.ts'

const QUOTED = 50

/** The first 50 characters; an ellipsis says that there is more. */
export const quote = (message: string): string => {
  const characters = [...message.replace(/\s+/g, ' ').trim()]
  return characters.slice(0, QUOTED).join('') + (characters.length > QUOTED ? '...' : '')
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] || 'there'

export const replyLinks = (lead: Pick<Lead, 'name' | 'email' | 'phone' | 'business' | 'message'>) => ({
  mail: mailLink(
    lead.email,
    `Re: Your enquiry${lead.business ? ` for ${lead.business}` : ''}`,
    `Hi ${firstName(lead.name)},\n\nThank you for getting in touch.\n\nYou wrote:\n${lead.message.replace(/^/gm, '> ')}\n\n`,
  ),
  chat: chatLink(
    lead.phone,
    `Hi ${firstName(lead.name)}, thank you for your message: "${quote(lead.message)}"`,
  ),
  call: lead.phone ? callLink(lead.phone) : null,
})
