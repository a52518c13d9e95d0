import { expect, test } from 'vitest'
import { openIdentity } from './identity.ts'
import { handStore } from './testing/hand.ts'
import { arrivalUtm } from './utm.ts'

const landed = { ...arrivalUtm({ search: '', referrer: '', host: '' }), referrer: '', clickIds: [] }

test.each([
  ['utm_1_a', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  [' utm_1_a', false],
  ['utm_1_a ', false],
  ['', false],
])('a stored session %j is reused: %j', (kept, isTakenUp) => {
  const store = handStore()
  store.set('utm_session_id', kept)
  const id = openIdentity(store, () => 7, landed).sessionId()
  expect(id === kept).toBe(isTakenUp)
  expect(store.get('utm_session_id')).toBe(id)
})

test('withdrawing consent deletes our keys and no others', () => {
  const store = handStore()
  const ours = [
    'utm_session_id',
    'first_touch_utm',
    'stripe_plan_type',
    'ab_test_x',
    'ad_click',
    'firsttouch_event:1',
  ]
  const theirs = ['theme', 'my_utm_session_id', 'utm_session_id_of_theirs', 'ad_clicks', 'tracking_consent']
  for (const key of [...ours, ...theirs]) store.set(key, 'x')
  openIdentity(store, () => 7, landed).forget()
  expect(store.keys().sort()).toEqual(theirs.sort())
})
