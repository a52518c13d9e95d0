import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { useRead } from '../data/use-read.ts'
import { DETAILS } from '../testing/answers/experiments.ts'
import { shown } from '../testing/shown.tsx'
import { goalName } from './goal-words.ts'
import { ReadingOnly, sourceName } from './reading-only.tsx'

const Part = () => (
  <ReadingOnly
    query={useRead('experimentDetails', { id: 'landingPage' }) as UseQueryResult<ExperimentDetails>}
  />
)

test('what else moved and where visitors came from are tables of their own', () => {
  expect(shown(<Part />)).toEqual([
    'For reading only: what else moved, and results by source',
    'Nothing here decides.',
    'What else visitors did',
    'What else visitors did, by version',
    'Did | Original Landing Page | Optimized Landing Page V2',
    'Onboarding form | 2.97% 30 of 1,010 | 0.91% 9 of 990 Less than with the original',
    'WhatsApp click | 1.19% 12 of 1,010 | 1.31% 13 of 990',
    'Three of four pages show their largest part within 1.8 s (Original Landing Page), 2.0 s (Optimized Landing Page V2).',
    'Where they came from',
    'Results by source and campaign, by version',
    'Source and campaign | Original Landing Page | Optimized Landing Page V2',
    'Google, campaign spring_roofs, Paid search | 11.00% 44 of 400 | 13.41% 55 of 410',
    'Direct, or not known | 14.29% 1 of 7 | – 0 of 0',
  ])
})

test('where nothing was counted yet, it says so', () => {
  const lines = shown(<Part />, {
    answers: { experimentDetails: { ...DETAILS, guards: [], speed: [], segments: [] } },
  })
  expect(lines.slice(2)).toEqual([
    ...['What else visitors did', 'Nothing else was done yet.'],
    ...['Where they came from', 'Nobody has come yet.'],
  ])
  expect(shown(<Part />, { failed: ['experimentDetails'] })).toContain(
    'The results by source could not be loaded. The server could not be reached.',
  )
})

test('several versions have their marks, and the same order everywhere', () => {
  const arms = ['control', 'freeWeek', 'askedWeek'].map((variant, at) => ({
    variant,
    visitors: 10,
    converters: at,
  }))
  const details = {
    ...DETAILS,
    testName: 'trialHeading',
    guards: [],
    speed: [],
    segments: [{ source: 'bing', campaign: '', channel: 'Organic search', arms }],
  }
  const lines = shown(<Part />, { answers: { experimentDetails: details } })
  expect(lines.at(-2)).toBe(
    'Source and campaign | Original Heading | A Week at Number One, Free | A Question',
  )
  expect(lines.at(-1)).toBe('Bing, Organic search | 0.00% 0 of 10 | 10.00% 1 of 10 | 20.00% 2 of 10')
})

test('rows are named in words', () => {
  expect([goalName('trial'), goalName('onboarding'), goalName('qualified_lead')]).toEqual([
    'Trial sign-up',
    'Onboarding form',
    'A lead that staff called qualified',
  ])
  expect(sourceName({ source: 'google', campaign: 'roofs', channel: 'Paid search' })).toBe(
    'Google, campaign roofs, Paid search',
  )
  expect(sourceName({ source: 'google', campaign: '', channel: '' })).toBe('Google')
  expect(sourceName({ source: '', campaign: '', channel: '' })).toBe('Direct, or not known')
})
