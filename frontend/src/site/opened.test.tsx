/** Texts of the parts that visitors open on the public pages: the offer, its code, the film and the account guide. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Stars } from './art/stars.tsx'
import { AdsAccount } from './onboarding/onboarding.tsx'
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

test('the offer shows its price and its time, and asks for an e-mail address only', () => {
  const offer = words(<PromoDialog onClose={nothing} onSecured={nothing} />)
  expect(offer).toMatch(/^50% off your first week £12\.50 ?instead of £25 ?for week one/)
  expect(offer).toContain('15:00')
  expect(offer).toMatch(/E-mail Secure My Discount Leave this blank \[Close\]$/)
})

test('the code is shown with its price', () => {
  expect(words(<CodeDialog onClose={nothing} />)).toBe(
    'Your discount is secured Give this code when you start: your first week is £12.50 instead of £25. FLEXIFIFTY Got It [Close]',
  )
})

test('the guide for manager access shows for existing accounts only', () => {
  const guide =
    /manager ID: ?123-456-7890.*e-mail support@firsttouch\.example and the manager ID 123-456-7890/
  const has = words(<AdsAccount hasAccount onChange={nothing} />)
  expect(has).toMatch(/\[x\] I already have a Google Ads account \[ \] I need/)
  expect(has).toMatch(guide)
  const hasNot = words(<AdsAccount hasAccount={false} onChange={nothing} />)
  expect(hasNot).toMatch(/\[ \] I already have a Google Ads account \[x\] I need .* for me$/)
})

test('the film starts with its first scene, and plays unless the visitor prefers reduced motion', () => {
  const filmFor = (matches: boolean) => {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    return words(<Film />)
  }
  expect(filmFor(false)).toMatch(/\[Pause\] \[Previous scene: off\] \[Next scene\] A quarter past nine/)
  expect(filmFor(true)).toMatch(/\[Play\] \[Previous scene: off\] \[Next scene\] A quarter past nine/)
})

test('stars are filled up to the rating and name it', () => {
  const stars = renderToStaticMarkup(<Stars rating="4.5" />)
  expect(stars).toContain('aria-label="4.5 out of 5 stars"')
  expect(Number(/<clipPath[^>]*><rect width="([\d.]+)"/.exec(stars)?.[1]) / 104).toBeCloseTo(4.5 / 5, 1)
})
