import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { leadFields, spendFields } from './record-fields.ts'

const spend = { spend: v4(), day: '2026-03-01', cost: '12.50', clicks: 0, currency: 'GBP' }
const refused = (more: object) =>
  z
    .object(spendFields)
    .safeParse({ ...spend, ...more })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

test.each([
  { cost: '0.00' },
  { cost: '123456789012.99' },
  { cost: null },
  { clicks: 1_000_000 },
  { clicks: null },
  { currency: 'EUR' },
])('spend with %j is valid', more => expect(refused(more)).toEqual([]))

test.each([
  ...['-1.00', '1234567890123.00', '.50', '1.5', '1.500', '1.x0', '1.0x', 'x.00', '1', 12.5].map(cost => ({
    cost,
  })),
  { clicks: -1 },
  { clicks: 1.5 },
  ...['GB', 'GBPS', 'gbp', 'G1P', ' GBP', 'xGBP'].map(currency => ({ currency })),
  { day: '2026-02-30' },
  { spend: 'roofs' },
])('spend with %j is refused', more => expect(refused(more)).toEqual(Object.keys(more)))

test('a lead’s event holds its whole state, and no personal data', () => {
  const lead = {
    ...{ lead: v4(), form: 'contact', status: 'new', variant: '' },
    ...{ spam: false, deleted: false, trial: false, onboarding: true },
  }
  const schema = z.object(leadFields)
  expect(schema.parse({ ...lead, fullName: 'Jo Doe' })).toEqual(lead)
  for (const field of Object.keys(lead)) expect(schema.safeParse({ ...lead, [field]: 7 }).success).toBe(false)
})
