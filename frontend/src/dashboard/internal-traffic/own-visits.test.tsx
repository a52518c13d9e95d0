import { expect, test } from 'vitest'
import { INTERNAL_TRAFFIC } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { OwnVisits } from './own-visits.tsx'

test('the card names the excluded visits and links to the opt-out page', () => {
  const lines = shown(<OwnVisits />).join('\n')
  expect(lines).toContain('Networks not counted: 2')
  expect(lines).toContain('https://www.example.com/opt-out')
  const none = { internalTraffic: { ...INTERNAL_TRAFFIC, networks: '' } }
  expect(shown(<OwnVisits />, { answers: none }).join('\n')).toContain('Networks not counted: none')
})
