import { describe, expect, it } from 'vitest'
import { callLink, webLink } from './outside-links.ts'

describe('a call link', () => {
  it('a call link dials the E.164 number and its extension', () => {
    expect(callLink({ e164: '+447700900123', extension: '' }, 'x')).toBe('tel:+447700900123')
    expect(callLink({ e164: '+447700900123', extension: '12' }, 'x')).toBe('tel:+447700900123;ext=12')
  })

  it.each([
    [' +44 7700-90 12 ', 'tel:+4477009012'],
    ['(0) 496 0000', 'tel:04960000'],
    ['07700 900123;ext=1', null],
    ['07700 900123 020 7946 0000', null],
    ['0800 FLOWERS', null],
    ['999', null],
    ['0000000', null],
    ['none', null],
    ['', null],
  ])('without an E.164 number a call link dials %j as %j', (typed, link) =>
    expect(callLink(null, typed)).toBe(link),
  )
})

describe('a web link', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil', 'https://ok@evil.com', 'not a url'])(
    'a web link is not made from %s',
    typed => expect(webLink(typed)).toBeNull(),
  )

  it('a web link is made from http and https', () =>
    expect(webLink('https://a.example/b')).toBe('https://a.example/b'))
})
