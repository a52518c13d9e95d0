/** Texts of the parts that visitors open on the public pages: the offer, its code, the film and the account guide. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Stars } from './art/stars.tsx'
import { AdsAccount } from './onboarding/ads-account.tsx'
import { Film } from './original/film.tsx'
import { CodeDialog, PromoDialog } from './promo/promo-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const nothing = () => undefined

/** Returns the text. Names of controls are in square brackets. */
const words = (shown: ReactNode): string =>
  renderToStaticMarkup(shown)
    .replaceAll(
      /<button[^>]* aria-label="([^"]*)"( disabled="")?[^>]*>/g,
      (_, name, off) => ` [${name}${off ? ': off' : ''}] `,
    )
    .replaceAll(/<input[^>]* type="checkbox"[^>]*>/g, box => (box.includes(' checked=') ? ' [x] ' : ' [ ] '))
    .replaceAll(/<\/?(p|li|h2|label|div|form|summary)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

test('the offer says what it costs, how long it holds, and asks for an address alone', () => {
  const offer = words(<PromoDialog onClose={nothing} onSecured={nothing} />)
  expect(offer).toMatch(/^50% off your first week £12\.50 ?instead of £25 ?for week one/)
  expect(offer).toContain('15:00')
  expect(offer).toMatch(/E-mail Secure My Discount Leave this blank \[Close\]$/)
})

test('the code is told with the price that it brings', () => {
  expect(words(<CodeDialog onClose={nothing} />)).toBe(
    'Your discount is secured Give this code when you start: your first week is £12.50 instead of £25. FLEXIFIFTY Got It [Close]',
  )
})

test('whoever has an account is told how to let us in, and nobody else', () => {
  const guide =
    /manager ID: ?123-456-7890.*e-mail support@firsttouch\.example and the manager ID 123-456-7890/
  const has = words(<AdsAccount hasAccount onChange={nothing} />)
  expect(has).toMatch(/\[x\] I already have a Google Ads account \[ \] I need/)
  expect(has).toMatch(guide)
  const hasNot = words(<AdsAccount hasAccount={false} onChange={nothing} />)
  expect(hasNot).toMatch(/\[ \] I already have a Google Ads account \[x\] I need .* for me$/)
})

test('the film begins with its first scene, and by itself unless somebody wants no motion', () => {
  const filmFor = (matches: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    return words(<Film />)
  }
  expect(filmFor(false)).toMatch(/\[Pause\] \[Scene before: off\] \[Next scene\] A quarter past nine/)
  expect(filmFor(true)).toMatch(/\[Play\] \[Scene before: off\] \[Next scene\] A quarter past nine/)
})

test('stars are filled as far as the rating goes, and say how far', () => {
  const stars = renderToStaticMarkup(<Stars rating="4.5" />)
  expect(stars).toContain('aria-label="4.5 out of 5 stars"')
  expect(Number(/<clipPath[^>]*><rect width="([\d.]+)"/.exec(stars)?.[1]) / 104).toBeCloseTo(4.5 / 5, 1)
})
