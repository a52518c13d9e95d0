import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chatLink, mailLink } from './links.ts'

describe('a mail link', () => {
  it('a mail link carries subject and body', () => {
    expect(mailLink('jo@example.co.uk', 'Re: roof & gutter', 'Hi Jo,\nthanks')).toBe(
      'mailto:jo@example.co.uk?subject=Re%3A%20roof%20%26%20gutter&body=Hi%20Jo%2C%0D%0Athanks',
    )
  })

  it('a mail link has one recipient and two headers for any typed text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (address, subject, body) => {
        const link = mailLink(`${address}&bcc=x@y,z@y?cc=a@b`, `${subject}\r\nBcc: x@y`, body)
        const [recipient, query, ...rest] = link.split('?')
        expect(rest).toEqual([])
        expect(recipient).not.toMatch(/[,&;]/)
        expect([...new URLSearchParams(query).keys()]).toEqual(body ? ['subject', 'body'] : ['subject'])
        expect(link).not.toMatch(/subject=[^&]*%0[AD]/i)
      }),
    )
  })
})

describe('a chat link', () => {
  it('a chat link encodes its text', () => {
    expect(chatLink('447700900123', 'Hi & bye?')).toBe('https://wa.me/447700900123?text=Hi%20%26%20bye%3F')
  })

  it('a chat link needs a number', () => expect(chatLink('', 'x')).toBeNull())

  it('a chat link survives a text cut inside an emoji', () => {
    expect(chatLink('447700900123', '😀'.slice(0, 1))).toBe('https://wa.me/447700900123?text=%EF%BF%BD')
  })
})
