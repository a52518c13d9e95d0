import { expect, test } from 'vitest'
import { normalForms } from './normal-forms.ts'

const typed = { email: '', phone: '', others: [] }
const keyOf = (email: string) => normalForms({ ...typed, email }, 'GB').email_key

test('an invalid address is compared without outer spaces and capitals', () => {
  expect(keyOf(' Ada at Example ')).toBe('ada at example')
})

test('a phone number is compared in its international form, apart from its extension', () => {
  const { phone_key, phone_extension } = normalForms({ ...typed, phone: '020 7946 0958 ext. 12' }, 'GB')
  expect([phone_key, phone_extension]).toEqual(['442079460958', '12'])
})

test('a search finds a record by the typed digits and by the international number', () => {
  const { search } = normalForms({ ...typed, phone: '020 7946 0958', others: ['Bäckerei Ott'] }, 'GB')
  for (const part of ['02079460958', '442079460958', 'backerei ott']) expect(search).toContain(part)
})
