import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openConsent } from './consent.ts'
import { keepIdentity, restoreScript } from './identity-cookie.ts'
import { handStore } from './testing/hand.ts'

const KNOWN = {
  utm_session_id: 'utm_1_a',
  first_touch_utm: '{"utm_campaign":"é; =,&+"}',
  ab_test_landingPage: 'v2',
  ab_test_landingPage_run: '01',
  tracking_consent: 'granted',
}
/** Returns the cookie that the tracker writes for these stored values. */
const written = (values: Record<string, string>, isAllowed = true): string => {
  const store = handStore()
  for (const [key, value] of Object.entries(values)) store.set(key, value)
  const page = { cookie: '', documentElement: { dataset: { identityCookie: 'on' } } }
  keepIdentity(page, store, {
    state: () => (isAllowed ? 'granted' : 'denied'),
    subscribe: () => () => undefined,
  })
  return page.cookie
}
/** Returns the storage after the head's script has run. */
const restored = (cookie: string, kept: Record<string, string> = {}, identityCookie = 'on') => {
  const values: Record<string, unknown> = { ...kept }
  const setItem = (key: string, value: string) => {
    values[key] = value
  }
  runInNewContext(restoreScript, {
    document: { cookie, documentElement: { dataset: { identityCookie } } },
    localStorage: { ...kept, setItem },
    URLSearchParams,
  })
  return values
}
const sent = (cookie: string) => `a=b; ${cookie.split(';')[0]}; c=d`

test('a cleared storage gets session, first touch, variants and consent back, and nothing else', () => {
  const cookie = written({ ...KNOWN, ad_click: '1?gclid=a', stripe_plan_type: 'x' })
  expect(cookie).toMatch(/^firsttouch=[\w%.*+=&-]+;path=\/;samesite=lax;max-age=34000000$/)
  expect(restored(sent(cookie))).toEqual(KNOWN)
})

test.each([['utm_session_id'], ['tracking_consent']])('a storage that has %s is not restored', key => {
  expect(restored(sent(written(KNOWN)), { [key]: 'own' })).toEqual({ [key]: 'own' })
})

test('without permission the cookie is removed and not read', () => {
  expect(written(KNOWN, false)).toMatch(/max-age=0$/)
  expect(restored(sent(written(KNOWN)), {}, 'off')).toEqual({})
})

test.each(['', 'firsttouch=%', 'firsttouch=other=1&ab_=2', 'notfirsttouch=utm_session_id=a'])(
  'the cookie %j restores nothing and throws nothing',
  cookie => expect(restored(cookie)).toEqual({}),
)

test('a storage that throws does not break the restore script', () => {
  runInNewContext(restoreScript, { document: { cookie: 'firsttouch=utm_session_id=a' } })
})

test('the cookie follows the consent, and is removed if the operator disables it', async () => {
  const store = handStore()
  const consent = openConsent(store, {}, true)
  const page = { cookie: '', documentElement: { dataset: { identityCookie: 'on' } } }
  const other = { cookie: '', documentElement: { dataset: {} } }
  for (const one of [page, other]) keepIdentity(one, store, consent)
  const ages = () => [page, other].map(({ cookie }) => /max-age=(\d+)/.exec(cookie)?.[1])
  expect(ages()).toEqual(['0', '0'])
  consent.decide('granted')
  store.set('utm_session_id', 'utm_1_a')
  await Promise.resolve()
  expect(ages()).toEqual(['34000000', '0'])
  expect(page.cookie).toContain('utm_session_id=utm_1_a')
  consent.decide('denied')
  await Promise.resolve()
  expect(ages()).toEqual(['0', '0'])
})
