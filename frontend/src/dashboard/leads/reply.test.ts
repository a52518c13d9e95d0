import { describe, expect, it } from 'vitest'
import { quote, replyLinks } from './reply.ts'

const lead = {
  name: 'Jo Bloggs',
  email: 'jo@example.co.uk',
  phone: '+44 7700 900123',
  business: 'Roofs & Co',
  message: 'Hello',
}

describe('replies to a lead', () => {
  it('quote the first 50 characters of the message', () => {
    expect(quote('a'.repeat(50))).toBe('a'.repeat(50))
    expect(quote('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
  })

  it('never cut an emoji in half', () => expect(quote('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}...`))

  it('open a mail with subject and body', () => {
    const link = new URL(replyLinks(lead).mail)
    expect(link.pathname).toBe('jo@example.co.uk')
    expect(link.searchParams.get('subject')).toBe('Re: Your enquiry for Roofs & Co')
    expect(link.searchParams.get('body')).toContain('Hi Jo,')
    expect(link.searchParams.get('body')).toContain('> Hello')
  })

  it('open a chat that quotes the message', () => {
    const link = new URL(replyLinks(lead).chat)
    expect(link.pathname).toBe('/447700900123')
    expect(link.searchParams.get('text')).toBe('Hi Jo, thank you for your message: "Hello"')
  })

  it('call only where there is a phone', () => {
    expect(replyLinks(lead).call).toBe('tel:+447700900123')
    expect(replyLinks({ ...lead, phone: '' }).call).toBeNull()
  })
})
