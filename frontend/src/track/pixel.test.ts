import { expect, test } from 'vitest'
import { imageAddress, openPixel } from './pixel.ts'

type Fbq = { queue: unknown[][]; loaded: boolean; version: string; push: unknown }

/** A fake page whose scripts can be made to fail. */
const handPage = () => {
  const scripts: { src: string; fail: () => void }[] = []
  const document = {
    createElement: () => {
      const script = {
        src: '',
        async: false,
        fail: () => undefined,
        addEventListener: (_: string, run: () => void) => Object.assign(script, { fail: run }),
      }
      return script
    },
    head: { append: (script: { src: string; fail: () => void }) => scripts.push(script) },
  }
  const page: { document: Document; fbq?: never; _fbq?: never } = { document: document as never }
  const images: string[] = []
  const pixel = openPixel(page, address => images.push(address))
  return {
    pixel,
    scripts,
    images,
    page,
    sent: () => ((page.fbq as Fbq | undefined)?.queue ?? []).map(command => [...command]),
  }
}
const utm = { utm_source: 'google', utm_medium: '', utm_campaign: 'spring', utm_content: '', utm_term: '' }
const touch = { ...utm, referrer: 'https://www.google.com/', clickIds: ['gclid'] }

test('without an id the pixel loads nothing and sends nothing', () => {
  const { pixel, scripts, images } = handPage()
  pixel.track('PageView', {}, touch)
  expect([scripts, images]).toEqual([[], []])
})

test('loading the pixel reports earlier events too, each with its UTM_ copy', () => {
  const { pixel, scripts, sent } = handPage()
  pixel.track('PageView', {}, touch)
  pixel.load('123')
  pixel.load('123')
  pixel.track('Lead', { content_name: 'contact_form' }, undefined)
  expect(scripts.map(script => script.src)).toEqual(['https://connect.facebook.net/en_US/fbevents.js'])
  expect(sent()).toEqual([
    ['init', '123'],
    ['track', 'PageView', {}],
    ['trackCustom', 'UTM_PageView', { ...utm, referrer: '', clickIds: '' }],
    ['track', 'Lead', { content_name: 'contact_form' }],
  ])
})

test('the platform’s script finds the globals of its own snippet', () => {
  const { pixel, scripts, page } = handPage()
  pixel.load('123')
  const fbq = page.fbq as Fbq | undefined
  expect([fbq?.loaded, fbq?.version]).toEqual([true, '2.0'])
  expect([fbq?.push, page._fbq]).toEqual([fbq, fbq])
  expect(scripts).toMatchObject([{ async: true }])
})

test('earlier events are held up to a limit', () => {
  const { pixel, sent } = handPage()
  for (let n = 0; n < 30; n++) pixel.track('PageView', {}, undefined)
  pixel.load('123')
  expect(sent()).toHaveLength(1 + 20)
})

test('if the script is blocked, earlier and later events are sent as images', () => {
  const { pixel, scripts, images } = handPage()
  pixel.load('123')
  pixel.track('PageView', {}, undefined)
  scripts[0]?.fail()
  pixel.track('Lead', { value: 25 }, undefined)
  expect(images).toEqual([imageAddress('123', 'PageView', {}), imageAddress('123', 'Lead', { value: 25 })])
  expect(images[1]).toBe('https://www.facebook.com/tr?id=123&ev=Lead&noscript=1&cd%5Bvalue%5D=25')
})
