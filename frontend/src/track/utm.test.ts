import { expect, test } from 'vitest'
import { arrivalUtm, cleanReferrer, inferSource, readFirstTouch } from './utm.ts'

const host = 'firsttouch.example'

test.each([
  ['https://facebook.com/', 'facebook'],
  ['https://instagram.com/', 'instagram'],
  ['https://netflix.com/', 'referral'],
  [`https://${host}/v2`, 'direct'],
  [`https://www.${host}/v2`, 'direct'],
  [`https://shop.${host}/v2`, 'referral'],
  ['', 'direct'],
  ['not a url', 'direct'],
  ['android-app://com.twitter.android/', 'twitter'],
])('the referrer %j gives the source %s', (referrer, source) => {
  expect(inferSource(referrer, host)).toBe(source)
})

test.each(['facebook.com', 'google.com', 'instagram.com', 'linkedin.com', 'x.com'])(
  'a site that only resembles %s is a referral',
  known => {
    for (const host of [`${known}.evil.example`, `not${known}`])
      expect(inferSource(`https://${host}/`, 'firsttouch.example')).toBe('referral')
  },
)

test('a tagged link keeps its values without inference', () => {
  const search = '?utm_source=tiktok&utm_medium=cpc&utm_campaign=spring&utm_content=v1&utm_term=roof&other=1'
  expect(arrivalUtm({ search, referrer: 'https://google.com', host })).toEqual({
    utm_source: 'tiktok',
    utm_medium: 'cpc',
    utm_campaign: 'spring',
    utm_content: 'v1',
    utm_term: 'roof',
  })
})

test('without UTM values the source is inferred and the medium is organic', () => {
  expect(arrivalUtm({ search: '', referrer: 'https://www.google.com/', host })).toMatchObject({
    utm_source: 'google',
    utm_medium: 'organic',
    utm_campaign: '',
  })
})

test('a partly tagged link gets an inferred source but no medium', () => {
  expect(arrivalUtm({ search: '?utm_campaign=spring', referrer: '', host })).toMatchObject({
    utm_source: 'direct',
    utm_medium: '',
    utm_campaign: 'spring',
  })
})

test.each(['source', 'medium', 'campaign', 'content', 'term'])(
  'a link with only utm_%s counts as tagged',
  key => {
    const name = `utm_${key}`
    const utm = arrivalUtm({ search: `?${name}=+x+`, referrer: '', host })
    expect(utm).toMatchObject({ utm_source: 'direct', utm_medium: '', [name]: 'x' })
    expect(arrivalUtm({ search: `?${name}=+`, referrer: '', host }).utm_medium).toBe('organic')
  },
)

test('a referrer loses its query and fragment', () => {
  expect(cleanReferrer('https://mail.example/read?to=a@b.example#x')).toBe('https://mail.example/read')
  expect(cleanReferrer('android-app://com.google.android.gm/')).toBe('android-app://com.google.android.gm/')
  expect(cleanReferrer('https://jo:secret@mail.example/read')).toBe('https://mail.example/read')
  expect(cleanReferrer('android-app://com.google.android.gm/?to=a#x')).toBe(
    'android-app://com.google.android.gm/',
  )
  expect(cleanReferrer('')).toBe('')
})

test('a corrupted first touch is read as text or ignored', () => {
  expect(readFirstTouch('{"utm_source":{"a":1},"utm_term":"x","timestamp":1}')).toMatchObject({
    utm_source: '',
    utm_term: 'x',
    referrer: '',
    clickIds: [''],
  })
  expect(readFirstTouch('{"referrer":{"a":1},"clickIds":[7,["gclid"]]}')).toMatchObject({
    referrer: '[object Object]',
    clickIds: ['7', 'gclid'],
  })
  expect(readFirstTouch('{{')).toBeUndefined()
  expect(readFirstTouch('7')).toBeUndefined()
  expect(readFirstTouch(null)).toBeUndefined()
})
