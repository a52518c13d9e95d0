import { expect } from 'vitest'
import type { Experiment, Step } from '../contract/experiments/life.ts'
import { later, type StaffApi } from './api.ts'

const PATH = 'experiments/landingPage'

/** `api` is evaluated at each step, because tests replace it. */
export const stepsOf = (api: () => StaffApi) => {
  const step = (name: Step, body: object = {}) =>
    api().call('POST', `${PATH}/${name}`, {
      reason: 'Because we want to',
      ...(name === 'end' && { winner: null }),
      ...body,
    })
  return {
    step,
    /** Takes a step one minute after the previous one. */
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
