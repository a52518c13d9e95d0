import type { Experiment } from '@firsttouch/ingest/experiments'
import { expect, test } from 'vitest'
import { sharesOf } from '../../contract/experiments/declared-shares.ts'
import { CONFIG } from '../../testing/api.ts'
import { stateAsked } from '../take-step.ts'
import { type ExperimentState, issuesOf, type StoredChange, sharesShown } from './changes.ts'
import { served } from './served.ts'

const experiment: Experiment = {
  name: 'heading',
  title: 'Heading',
  path: '/',
  initially: 'planned',
  variants: ['control', 'a', 'b'].map(name => ({ name, label: name, weight: 1 })),
}
const RUN = '01890000-0000-7000-8000-0000000000a1'
const shares = { b: 30, a: 20, control: 50 }
const ran = (state: 'running' | 'paused' | 'ended', winner: string | null = null): StoredChange[] => {
  const started = {
    ...({ version: 1, step: 'start', state: 'running', run: RUN, shares, winner: null } as const),
    ...{ reason: 'Why not', notKnown: '', at: new Date(), by: 'ada' },
  }
  return state === 'running' ? [started] : [{ ...started, version: 2, step: 'end', state, winner }, started]
}

test('pages get the shares in declared order, or the single variant that everyone sees', () => {
  expect(served(experiment, [])).toEqual({ shown: 'control' })
  expect(served(experiment, ran('running'))).toEqual({
    run: RUN,
    shares: [
      ['control', 50],
      ['a', 20],
      ['b', 30],
    ],
  })
  expect(served(experiment, ran('paused'))).toEqual({ shown: 'control' })
  expect(served(experiment, ran('ended', 'b'))).toEqual({ shown: 'b' })
  expect(served({ ...experiment, initially: 'running' }, [])).toMatchObject({ run: '' })
})

test('pages never get an undeclared variant, and a run with such a variant does not continue', () => {
  const left = { ...experiment, variants: experiment.variants.filter(({ name }) => name !== 'b') }
  expect(served(left, ran('running'))).toEqual({ shown: 'control' })
  expect(served(left, ran('ended', 'b'))).toEqual({ shown: 'control' })
  const current: ExperimentState = {
    state: 'paused',
    hasRun: true,
    version: 2,
    run: RUN,
    shares,
    winner: null,
    newest: null,
  }
  const deps = { config: CONFIG }
  expect(() => stateAsked(deps, left, current, { step: 'resume' })).toThrow(
    /^“Heading” has run with a variant that no longer has a page\. Start a new run/,
  )
  expect(stateAsked(deps, experiment, current, { step: 'resume' })).toBe('running')
  expect(stateAsked(deps, left, current, { step: 'end' })).toBe('ended')
})

test('three shares of a third add up to 100, and shares that do not add up are refused with their sum', () => {
  expect(issuesOf(experiment, sharesOf(experiment))).toEqual([])
  expect(issuesOf(experiment, { control: 33.33, a: 33.33, b: 33.33 })).toEqual([
    { path: 'shares', message: 'must add up to 100, not 99.99' },
  ])
  expect(issuesOf(experiment, { control: 50, a: 50 })).toMatchObject([{ path: 'shares.b' }])
  expect(sharesShown(experiment, { state: 'ended', winner: 'a', shares })).toEqual({
    control: 0,
    a: 100,
    b: 0,
  })
})
