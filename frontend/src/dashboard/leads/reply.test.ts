import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quote, replyLinks } from './reply.ts'

const lead = {
  name: 'Jo Bloggs',
  nameTyped: true,
  email: 'jo@example.co.uk',
  phone: '+44 7700 900123',
  phoneNumber: { e164: '+447700900123', extension: '' },
  business: 'Roofs & Co',
  ownWords: 'Hello',
}
const mailOf = (who: typeof lead) => new URL(replyLinks(who).mail).searchParams
const chatOf = (who: typeof lead) => new URL(String(replyLinks(who).chat)).searchParams.get('text')

type Row = { input: string; right: { e164: string; extension: string } | null; call?: string }
const rows: Row[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../infra/rigs/inputs/phones.json'), 'utf8'),
)

it.each(rows)('a lead who typed $input is called and messaged at that number only', row => {
  const { chat, call } = replyLinks({ ...lead, phone: row.input, phoneNumber: row.right })
  const { e164 = '', extension = '' } = row.right ?? {}
  expect(chat?.split('?')[0] ?? null).toBe(row.right && `https://wa.me/${e164.slice(1)}`)
  expect(call).toBe(row.right ? `tel:${e164}${extension && `;ext=${extension}`}` : (row.call ?? null))
})

describe('replies to a lead', () => {
  it('a reply quotes the first 50 characters of the message', () => {
    expect(quote('a'.repeat(50))).toBe('a'.repeat(50))
    expect(quote('a'.repeat(51))).toBe(`${'a'.repeat(50)}...`)
  })

  it('a reply never cuts an emoji in half', () =>
    expect(quote('😀'.repeat(60))).toBe(`${'😀'.repeat(50)}...`))

  it('a reply opens a mail with subject and body', () => {
    expect(new URL(replyLinks(lead).mail).pathname).toBe('jo@example.co.uk')
    expect(mailOf(lead).get('subject')).toBe('Re: Your enquiry for Roofs & Co')
    expect(mailOf(lead).get('body')).toContain('Hi Jo,')
    expect(mailOf(lead).get('body')).toContain('> Hello')
  })

  it('a reply opens a chat that quotes the message', () => {
    expect(new URL(String(replyLinks(lead).chat)).pathname).toBe('/447700900123')
    expect(chatOf(lead)).toBe('Hi Jo, thank you for your message: "Hello"')
  })

  it('a reply ignores a name and a message that the form generated', () => {
    const popup = { ...lead, name: 'Promotional popup', nameTyped: false, business: '', ownWords: '' }
    expect(mailOf(popup).get('body')).toBe('Hello,\r\n\r\nThank you for getting in touch.\r\n\r\n')
    expect(chatOf(popup)).toBe('Hello, thank you for getting in touch.')
  })

  it('a reply greets a person by a typed name, even without a message', () => {
    expect(mailOf({ ...lead, ownWords: '' }).get('body')).toBe(
      'Hi Jo,\r\n\r\nThank you for getting in touch.\r\n\r\n',
    )
  })

  it('a reply calls and chats only with a phone number', () => {
    expect(replyLinks(lead).call).toBe('tel:+447700900123')
    const extended = { ...lead, phoneNumber: { e164: '+442079460000', extension: '12' } }
    expect(replyLinks(extended).call).toBe('tel:+442079460000;ext=12')
    expect(new URL(String(replyLinks(extended).chat)).pathname).toBe('/442079460000')
    for (const phone of ['', 'ask at 4', '0000000000', '999'])
      expect(replyLinks({ ...lead, phone, phoneNumber: null })).toMatchObject({ call: null, chat: null })
    // A local number can be called, but a chat needs the country code.
    const local = { ...lead, phone: '496 0000', phoneNumber: null }
    expect(replyLinks(local)).toMatchObject({ call: 'tel:4960000', chat: null })
  })
})
