/** Staff's daily work in every browser engine, in the specification's words. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { openProxy, type TcpProxy } from '@firsttouch/infra/rigs/testing/proxy/tcp-proxy'
import { STAFF, startTestSystem, type TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lead } from '../people.ts'
import type { Engine } from './engine.ts'
import { engines } from './engines.ts'
import type { Thing } from './find-in-page.ts'
import { type Person, personAt } from './person.ts'

const text = (name: string): Thing => ({ kind: 'text', name })
const part = (name: string): Thing => ({ kind: 'text', name, part: true })
const button = (name: string): Thing => ({ kind: 'button', name })
const field = (name: string): Thing => ({ kind: 'field', name })

describe.each(engines)('a member of staff in $name', ({ open, isMissing }) => {
  describe.skipIf(isMissing)('on a test site', () => {
    let system: TestSystem
    let proxy: TcpProxy
    let engine: Engine
    let staff: Person
    const visit = (sessionId: string) =>
      system.post('/api/analytics/visit', { sessionId, pagePath: '/', utm_source: 'google' })
    beforeAll(async () => {
      system = await startTestSystem({ site: true })
      proxy = await openProxy({ port: Number(new URL(system.url).port), host: 'localhost' })
      engine = await open()
      await visit('utm_1772366400000_before')
      const headers = { 'x-session-id': 'utm_1772366400000_before' }
      await system.post('/api/analytics/ab-test', { ...EXPOSURE, timestamp: new Date() }, headers)
      await system.post('/api/contact', lead)
      staff = personAt(await engine.openTab(), `http://localhost:${proxy.port}`)
    })
    afterAll(async () => {
      await staff?.tab.close()
      await engine?.close()
      await proxy?.close()
      await system?.close()
    })

    test('a staff member logs in', async () => {
      await staff.open('/admin')
      await staff.arrive('/login')
      await staff.fill(field('Username'), STAFF.username)
      await staff.fill(field('Password'), STAFF.password)
      await staff.click(button('Login'))
      await staff.arrive('/admin')
      await staff.see({ kind: 'heading', name: 'UTM Campaign Dashboard' })
      expect(await staff.stored('isAuthenticated')).toBe('true')
    })

    test('a staff member sees every part of the dashboard', async () => {
      for (const label of ['Total Visits', 'Conversions', 'Conversion Rate', 'Active Campaigns'])
        await staff.see(text(label))
      await staff.see(part('A/B Testing Results'))
      await staff.see(part('Customer Onboarding Inbox'))
      await staff.see(part('Contact Form Leads'))
      await staff.see(button('Create New Campaign'))
      expect(await staff.count(part('could not be shown'))).toBe(0)
    })

    test('a staff member sees a visit arrive, even after a lost connection', async () => {
      const shown = () =>
        staff.tab.read<string>(
          `document.querySelector('[data-testid=stat-total-visits]').innerText.replace(/\\D/g, '')`,
        )
      await until(async () => Number(await shown()) > 0, 20_000)
      const before = Number(await shown())
      await visit('utm_1772366400000_live')
      await until(async () => Number(await shown()) === before + 1, 20_000)
      proxy.cut()
      await staff.see(part('Reconnecting'))
      await visit('utm_1772366400000_unseen')
      proxy.restore()
      await until(async () => Number(await shown()) === before + 2, 60_000)
    })

    test('a staff member opens a lead, sets its status and closes the panel', async () => {
      await staff.click(button(`Details of ${lead.name}`))
      const panel: Thing = { kind: 'dialog', name: lead.name }
      await staff.see({ ...part(lead.message.slice(0, 20)), in: panel })
      await staff.choose({ ...field(`Status of ${lead.name}`), in: panel }, 'contacted')
      await until(async () => {
        const [stored] = await system.get<Lead[]>('/api/admin/leads')
        return stored?.status === 'contacted'
      }, 20_000)
      await staff.press('Escape')
      await staff.gone(panel)
    })

    test('a staff member logs out and stays logged out', async () => {
      await staff.click(button('Logout'))
      await staff.arrive('/')
      // Wait for the landing page, because the dashboard may still be closing.
      await staff.see({ kind: 'link', name: 'What we keep about you' })
      expect(await staff.stored('isAuthenticated')).not.toBe('true')
      await staff.open('/admin')
      await staff.arrive('/login')
    })
  })
})

const EXPOSURE = { testName: 'landingPage', variant: 'control', event: 'variant_assigned' }
