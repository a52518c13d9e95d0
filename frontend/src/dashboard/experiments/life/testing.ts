/** Experiments for the tests of what is said of them. */
import type { Experiment, ExperimentState } from '@firsttouch/api/contract/experiments/life'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'

const STEPS = {
  planned: ['start', 'archive'],
  running: ['start', 'pause', 'end'],
  paused: ['resume', 'end'],
  ended: ['start', 'reopen', 'archive'],
  archived: ['reopen'],
} as const satisfies Record<ExperimentState, Experiment['steps']>

const NAMES = ['a', 'b', 'c', 'd', 'e']

export type Given = Omit<Partial<Experiment>, 'verdict'> & {
  /** null: nobody was counted yet, and nothing can be. */
  verdict?: Partial<Verdict> | null
  /** How many variants. */
  of?: number
}

export const experimentOf = ({ of = 2, verdict = {}, ...given }: Given = {}): Experiment => {
  const state = given.state ?? 'running'
  const variants = NAMES.slice(0, of).map(name => ({
    ...{ name, label: name === 'a' ? 'The Original' : `Page ${name.toUpperCase()}`, share: 100 / of },
    path: `/${name}`,
  }))
  const plan = { targetVisitors: 5000, plannedVisitors: 5000, minimumEffect: 0.01, daysLeft: 20 }
  const arms = variants.map(({ name }) => ({ variant: name, visitors: 1000, converters: 100 }))
  return {
    ...{ name: 'test', title: 'Test', path: '/', state, variants, winner: null, version: 3 },
    ...{ since: '2026-03-03T10:00:00.000Z', run: null, steps: [...STEPS[state]] },
    ...given,
    verdict:
      verdict &&
      ({
        ...{ testName: 'test', state: 'undecided', winner: null, daysRun: 20, interval: [-0.02, 0.03] },
        ...{ startedAt: '2026-03-03T10:00:00.000Z', plan, arms, sentence: 'Nothing yet: wait.' },
        ...verdict,
      } as Verdict),
  }
}
