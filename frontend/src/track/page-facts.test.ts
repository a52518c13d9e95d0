import { expect, test } from 'vitest'
import { pageFacts } from './page-facts.ts'

test.each([
  [{}, { consentRequired: false, clickIds: false }],
  [{ consent: 'required' }, { consentRequired: true, clickIds: false }],
  [{ clickIds: 'on' }, { consentRequired: false, clickIds: true }],
  [
    { consent: 'none', clickIds: 'off' },
    { consentRequired: false, clickIds: false },
  ],
])('the page attributes %o are read as %o', (dataset, facts) => {
  expect(pageFacts({ dataset })).toEqual(facts)
})
