/** A visitor's session in every browser engine: the A/B test, forms, offer, offline queue and return. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { openProxy, type TcpProxy } from '@firsttouch/infra/rigs/testing/proxy/tcp-proxy'
import { startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from './engine.ts'
import { engines } from './engines.ts'
import type { Thing } from './find-in-page.ts'
import { type Person, personAt } from './person.ts'

const field = (name: string, form: string): Thing => ({ kind: 'field', name, part: true, in: formOf(form) })
const formOf = (name: string): Thing => ({ kind: 'form', name })
const text = (name: string): Thing => ({ kind: 'text', name })
const button = (name: string): Thing => ({ kind: 'button', name })

describe.each(engines)('a visitor in $name', ({ name, open, isMissing }) => {
  describe.skipIf(isMissing)('on a test site', () => {
    let system: TestSystem
    let proxy: TcpProxy
    let engine: Engine
    beforeAll(async () => {
      system = await startTestSystem({ site: true })
      proxy = await openProxy({ port: Number(new URL(system.url).port), host: 'localhost' })
      engine = await open()
    })
    afterAll(async () => {
      await engine?.close()
      await proxy?.close()
      await system?.close()
    })
    const visitor = async ({ offer = false } = {}): Promise<Person> => {
      const person = personAt(await engine.openTab(), `http://localhost:${proxy.port}`)
      if (!offer) await person.prepare(`sessionStorage.setItem('hasSeenPromoPopup', 'true')`)
      return person
    }
    type Totals = { totalVisits: number; totalConversions: number; asOf: string | null }
    const totals = () => system.get<Totals>('/api/admin/analytics')
    /** Waits until the totals include every event acknowledged so far. */
    const settledTotals = async () => {
      const since = Date.now()
      await until(async () => Date.parse((await totals()).asOf ?? '') >= since, 30_000)
      return totals()
    }
    const leadsOf = async (email: string) =>
      (await system.get<Lead[]>('/api/admin/leads')).filter(lead => lead.email === email)
    const email = (what: string) => `${what}.${name.toLowerCase()}@example.com`

    test('a visitor sees one variant, keeps it and is counted', async () => {
      const person = await visitor()
      const before = await settledTotals()
      await person.open('/?utm_source=google&utm_campaign=spring')
      const shown = () => person.tab.read<string>('document.documentElement.dataset.landingPage')
      const variant = await shown()
      expect(['control', 'v2']).toContain(variant)
      await person.see({ kind: 'heading', name: variant === 'v2' ? 'They search' : 'Number one', part: true })
      await until(async () => (await person.stored('ab_test_landingPage')) === variant, 10_000)
      for (let again = 0; again < 3; again++) {
        await person.tab.reload()
        expect(await shown()).toBe(variant)
      }
      await until(async () => (await totals()).totalVisits === before.totalVisits + 4, 30_000)
      await person.tab.close()
    })

    test('a visitor sees the errors of a message and sends it', async () => {
      const person = await visitor()
      await person.open('/original')
      await person.click({ ...button('Send Message'), in: formOf('Contact') })
      await person.see(text('Name is required'))
      expect(await person.tab.read('document.activeElement.name')).toBe('name')
      await person.fill(field('Name', 'Contact'), 'Jo Bloggs')
      await person.fill(field('E-mail', 'Contact'), email('contact'))
      await person.fill(field('Message', 'Contact'), 'Roofs in Leeds, please.')
      await person.click({ ...button('Send Message'), in: formOf('Contact') })
      await person.see(text('Message sent successfully!'))
      expect(await leadsOf(email('contact'))).toMatchObject([{ name: 'Jo Bloggs' }])
      await person.tab.close()
    })

    test('a visitor sees the offer, closes it with Escape, or gets the code', async () => {
      const shy = await visitor({ offer: true })
      await shy.open('/original')
      const offer: Thing = { kind: 'dialog', name: '50% off your first week' }
      await shy.see(offer)
      expect(await shy.tab.read(`document.activeElement.closest('dialog') !== null`)).toBe(true)
      await shy.press('Escape')
      await shy.gone(offer)
      await shy.tab.close()

      const person = await visitor({ offer: true })
      await person.open('/original')
      await person.see(offer)
      const form = 'Secure the discount'
      await person.fill(field('E-mail', form), 'nobody')
      await person.click(button('Secure My Discount'))
      await person.see(text('Please enter a valid email address.'))
      await person.fill(field('E-mail', form), email('promo'))
      await person.click(button('Secure My Discount'))
      await person.see({ kind: 'dialog', name: 'Your discount is secured' })
      await person.see(text('FLEXIFIFTY'))
      await person.click(button('Got It'))
      await person.gone({ kind: 'dialog', name: 'Your discount is secured' })
      expect(await leadsOf(email('promo'))).toHaveLength(1)
      await person.tab.close()
    })

    test('a visitor signs up for the trial and sees the confirmation', async () => {
      const person = await visitor()
      await person.open('/trial-signup')
      const send = button('Start Free Trial Now')
      await person.click(send)
      await person.see(text('Full name is required'))
      await person.see(text('Please select if you have a Google Ads account'))
      const answers = {
        'Full Name': 'Jo Bloggs',
        Email: email('trial'),
        Phone: '07700 900123',
        'Business Name': 'Roofs Ltd',
        'Primary Keyword': 'roof repair',
        'Target Location': 'Leeds',
      }
      for (const [label, answer] of Object.entries(answers))
        await person.fill(field(label, 'Free trial'), answer)
      await person.choose(field('Do you currently have', 'Free trial'), 'no')
      await person.click(send)
      await person.arrive('/trial-success')
      await person.see(text('Trial Started!'))
      expect(await leadsOf(email('trial'))).toMatchObject([{ business: 'Roofs Ltd' }])
      await person.tab.close()
    })

    test('an offline visitor loses no event, and each is sent once afterwards', async () => {
      const person = await visitor()
      await person.open('/original')
      const waiting = () =>
        person.tab.read<number>(
          `Object.keys(localStorage).filter(key => key.startsWith('firsttouch_event:')).length`,
        )
      await until(async () => (await waiting()) === 0, 20_000)
      const before = await settledTotals()
      proxy.cut()
      await person.click({ kind: 'button', name: 'Chat with us on WhatsApp' })
      await person.click({ kind: 'link', name: 'Get Started' })
      await until(async () => (await waiting()) > 0, 10_000)
      proxy.restore()
      await until(async () => (await waiting()) === 0, 60_000)
      await until(async () => (await totals()).totalConversions === before.totalConversions + 1, 30_000)
      await person.tab.close()
    })

    test('a click on a counted link counts as a conversion, and going back counts as another visit', async () => {
      const person = await visitor()
      const before = await settledTotals()
      await person.open('/v2')
      await person.click({ kind: 'link', name: 'Free 7-day trial' })
      await person.arrive('/trial-signup')
      await until(async () => (await totals()).totalVisits === before.totalVisits + 2, 30_000)
      await person.tab.back()
      await person.arrive('/v2')
      await until(async () => {
        const { totalVisits, totalConversions } = await totals()
        const visits = totalVisits - before.totalVisits
        return visits === 3 && totalConversions === before.totalConversions + 1
      }, 60_000)
      await person.tab.close()
    })
  })
})
