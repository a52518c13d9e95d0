/** What must not fall when a winner is shown: each step that visitors take, but the goal itself. */
import type { ExperimentDetails, GUARDS } from '../contract/experiments/details.ts'
import { bitsOf, type Converted, type Reached } from './goals.ts'
import { armsOf, type Tally } from './participants.ts'
import type { StoredRun } from './run-rows.ts'
import { differencesOf } from './statistics/comparison.ts'
import type { Arm } from './statistics/sequence.ts'
import { listed } from './statistics/words.ts'

type Guard = ExperimentDetails['guards'][number]
type What = (typeof GUARDS)[number]

/** At the run's own error, like a verdict; so many at once make a false warning likelier than a false verdict. */
export const guardOf = (what: What, { variants, plan }: StoredRun, counted: Map<string, Arm>): Guard => {
  const arms = variants.map(variant => ({
    variant,
    ...(counted.get(variant) ?? { visitors: 0, converters: 0 }),
  }))
  const differences = differencesOf(arms, plan)
  return {
    what,
    arms: arms.map((arm, at) => {
      const { difference = null, interval = null } = differences[at] ?? {}
      return { ...arm, difference, interval, fell: interval !== null && interval[1] < 0 }
    }),
  }
}

const LESS: Record<What, string> = {
  button_click: 'fewer visitors press a button',
  form_submission: 'fewer visitors send a form',
  stripe_intent: 'fewer visitors go to the payment',
  whatsapp_click: 'fewer visitors open the chat',
  trial: 'fewer visitors sign up for the trial',
  onboarding: 'fewer visitors fill in the onboarding',
  qualified_lead: 'fewer visitors become qualified leads',
}

/** "With B fewer visitors open the chat than with A." Empty where nothing fell. */
export const warningOf = (guards: readonly Guard[], label: (variant: string) => string): string => {
  const control = label(guards[0]?.arms[0]?.variant ?? '')
  const fallen = guards.flatMap(({ what, arms }) =>
    arms.flatMap(({ variant, fell }) => (fell ? [`with ${label(variant)} ${LESS[what]}`] : [])),
  )
  if (fallen.length === 0) return ''
  const said = listed(fallen)
  return `${said[0]?.toUpperCase()}${said.slice(1)} than with ${control}. Weigh that before you show it to everyone.`
}

/** Visitors of each arm of a run with how many of them took each of several steps; `leads`: who became such leads. */
export const countSteps = (
  { periods }: Pick<StoredRun, 'periods'>,
  tally: Tally,
  steps: readonly Reached[],
  leads: Map<Reached, Converted[]>,
): Map<string, Arm>[] =>
  steps.map(goal => armsOf(tally, bitsOf({ goal, conversionTypes: [] }), periods, leads.get(goal) ?? []))
