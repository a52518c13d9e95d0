import { MEDIUMS, SOURCES } from '@firsttouch/api/contract/campaign-link'
import { LEAD_STATUSES } from '@firsttouch/api/contract/lead-status'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'

import { labelOf } from './labels.ts'

test('no internal key is shown without its label', () => {
  const keys = [
    ...SOURCES,
    ...MEDIUMS,
    ...CONVERSION_TYPES,
    'contact_form',
    'promotional_popup',
    'trial_signup_page',
  ]
  expect(keys.map(labelOf).filter(label => /_|^[a-z]/.test(label))).toEqual([])
  expect(new Set(keys.map(labelOf)).size).toBe(new Set(keys).size)
  expect(LEAD_STATUSES.map(labelOf)).toEqual(LEAD_STATUSES)
})

test('a key typed by a person keeps its spelling', () => {
  expect(labelOf('My_Newsletter')).toBe('My Newsletter')
  expect(labelOf('constructor')).toBe('constructor')
})
