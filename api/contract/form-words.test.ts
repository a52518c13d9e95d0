import { expect, test } from 'vitest'
import { isWrittenByForm } from './form-words.ts'

test.each([
  ['promotional_popup', 'Jo Doe', true],
  ['promotional_popup', 'Promotional popup', true],
  ['contact_page', 'Free trial request', true],
  ['contact_page', 'Promotional popup', true],
  ['contact_page', 'Jo Doe', false],
  ['contact_page', '', false],
])('of a form from %s the name %j was written by the form: %j', (source, name, isForms) => {
  expect(isWrittenByForm({ source, name })).toBe(isForms)
})
