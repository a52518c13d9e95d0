import { expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'

const api = await openTestApi()

test('S-26 a short link redirects to the stored link or to the site, never to an address in the request', async () => {
  const numbers = ['1', '//evil.test', 'https://evil.test', '\\evil.test', '1/../..//evil.test']
  for (const number of numbers)
    for (const query of ['', '?next=//evil.test', '?url=https://evil.test&to=//evil.test&r=//evil.test']) {
      const answer = await api.app.inject({
        url: `/go/${encodeURIComponent(number)}${query}`,
        headers: { host: 'evil.test', referer: 'https://evil.test/', 'x-forwarded-host': 'evil.test' },
      })
      expect([number, query, answer.statusCode, answer.headers.location]).toEqual([number, query, 302, '/'])
    }
})
