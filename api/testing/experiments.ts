/** The steps of the landing page's test, for the tests of its routes. */

import { expect } from 'vitest'
import type { Experiment, Step } from '../contract/experiments/life.ts'
import { later, type StaffApi } from './api.ts'

const PATH = 'experiments/landingPage'

/** `api`: as it is when a step is taken. */
export const stepsOf = (api: () => StaffApi) => {
  const step = (name: Step, body: object = {}) =>
    api().call('POST', `${PATH}/${name}`, {
      reason: 'Because we want to',
      ...(name === 'end' && { winner: null }),
      ...body,
    })
  return {
    step,
    /** A minute later than the one before. */
    take: async (name: Step, body: object = {}): Promise<Experiment> => {
      const answer = await step(name, body)
      expect(answer.statusCode, answer.body).toBe(200)
      later(api().clock, 60_000)
      return answer.json()
    },
    standing: async (): Promise<Experiment> =>
      (await api().call('GET', 'experiments'))
        .json()
        .experiments.find(({ name }: Experiment) => name === 'landingPage'),
    changes: async () => (await api().call('GET', `${PATH}/changes`)).json().changes,
    served: async () => (await api().app.inject({ url: '/api/experiments/shares' })).json().landingPage,
  }
}
