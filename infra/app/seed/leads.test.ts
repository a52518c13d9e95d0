import { isWrittenByForm } from '@firsttouch/api/contract/form-words'
import { expect, test } from 'vitest'
import { seededLeads } from './leads.ts'
import { monthOfTraffic } from './traffic.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const leads = seededLeads(monthOfTraffic(NOW), NOW)

test('a lead from a form that asks only for an address has no name, number or message', () => {
  const { true: byForm = [], false: typed = [] } = Object.groupBy(leads, lead => `${isWrittenByForm(lead)}`)
  expect(new Set(byForm.map(({ name }) => name))).toEqual(
    new Set(['Promotional popup', 'Free trial request']),
  )
  expect(byForm.filter(({ phone, business }) => phone || business)).toEqual([])
  expect(typed.length).toBeGreaterThan(byForm.length)
  expect(typed.filter(({ phone, source }) => !phone || source === 'promotional_popup')).toEqual([])
})

test('the inbox has work: new leads, due ones and later ones', () => {
  const today = '2026-03-01'
  const open = leads.filter(({ status }) => status !== 'closed')
  const days = open.flatMap(({ follow_up }) => follow_up ?? [])
  expect(open.filter(({ status, spam_reason }) => status === 'new' && spam_reason === '')).toHaveLength(8)
  expect([days.some(day => day < today), days.includes(today), days.some(day => day > today)]).toEqual([
    true,
    true,
    true,
  ])
})
