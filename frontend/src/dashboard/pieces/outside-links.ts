/** Links that are made of what a visitor typed. */
import { parseWebLink } from '@firsttouch/api/contract/fields/parse-web-link'

/** null when nothing in the text can be dialled. */
export const callLink = (phone: string): string | null => {
  const digits = phone.replace(/\D/g, '')
  if (digits.length < 3) return null
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digits}`
}

/** Only web addresses become links; anything else a visitor typed stays plain text. */
export const webLink = (address: string): string | null => parseWebLink(address)?.href ?? null
