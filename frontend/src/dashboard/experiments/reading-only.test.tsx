import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { useRead } from '../data/use-read.ts'
import { DETAILS } from '../testing/answers/experiments.ts'
import { shown } from '../testing/shown.tsx'
import { goalName } from './goal-words.ts'
import { ReadingOnly } from './reading-only.tsx'

const Part = () => (
  <ReadingOnly
    query={useRead('experimentDetails', { id: 'landingPage' }) as UseQueryResult<ExperimentDetails>}
  />
)

test('what else visitors did is a table with a column for each version', () => {
  expect(shown(<Part />)).toEqual([
    'For reading only: what else visitors did',
    'Nothing here decides.',
    'What else visitors did, by version',
    'Did | Original Landing Page | Optimized Landing Page V2',
    'Onboarding form | 2.97% 30 of 1,010 | 0.91% 9 of 990 Less than with the original',
    'WhatsApp click | 1.19% 12 of 1,010 | 1.31% 13 of 990',
    'Three of four pages show their largest part within 1.8 s (Original Landing Page), 2.0 s (Optimized Landing Page V2).',
  ])
})

test('where nothing was counted yet, it says so', () => {
  const lines = shown(<Part />, {
    answers: { experimentDetails: { ...DETAILS, guards: [], speed: [] } },
  })
  expect(lines.slice(2)).toEqual(['Nothing else was done yet.'])
  expect(shown(<Part />, { failed: ['experimentDetails'] })).toContain(
    'The other figures of the test could not be loaded. The server could not be reached.',
  )
})

test('rows are named in words', () => {
  expect([goalName('trial'), goalName('onboarding'), goalName('qualified_lead')]).toEqual([
    'Trial sign-up',
    'Onboarding form',
    'A lead that staff called qualified',
  ])
})
