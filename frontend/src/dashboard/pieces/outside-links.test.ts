import { describe, expect, it } from 'vitest'
import { callLink, webLink } from './outside-links.ts'

describe('a call link', () => {
  it('has digits and a leading plus only', () => {
    expect(callLink(' +44 7700-900 123 ')).toBe('tel:+447700900123')
    expect(callLink('07700 900123;ext=1')).toBe('tel:077009001231')
    expect(callLink('none')).toBeNull()
  })
})

describe('a web link', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil', 'https://ok@evil.com', 'not a url'])(
    'is not made from %s',
    typed => expect(webLink(typed)).toBeNull(),
  )

  it('is made from http and https', () => expect(webLink('https://a.example/b')).toBe('https://a.example/b'))
})
