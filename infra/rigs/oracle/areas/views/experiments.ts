/** Views of A/B tests: participants, results of each run, and the steps. */
import {
  DECLARED,
  type Participant,
  participantsOf,
  periodsOf,
  reachedGoal,
} from '../../definitions/experiments.ts'
import { type Look, stamp } from '../look.ts'
import type { Row, Views } from './view.ts'

export const compareExperimentViews = async (
  { business }: Look,
  { day, view, learnSessions }: Views,
): Promise<void> => {
  const participants = participantsOf(business)
  // No view has visitors who first saw a test while it was paused or after its end.
  const inRuns = participants.filter(({ inRun }) => inRun)
  const shownParticipants = await view(
    'experiment_sessions',
    ['test', 'exposed_at'],
    [],
    inRuns.map(one => ({
      test: one.test,
      variant: one.variant,
      exposed_at: stamp(one.at),
      day: day(one.at),
      saw_both: one.sawBoth ? 1 : 0,
      conversion_types: [...new Set(one.conversions.map(({ type }) => type))].toSorted(),
      converted: one.conversions.length > 0 ? 1 : 0,
    })),
    row =>
      participants
        .filter(({ at }) => stamp(at) === row?.exposed_at)
        .flatMap(({ conversions }) => conversions),
  )
  learnSessions(shownParticipants, 'exposed_at')

  const arms = (
    list: readonly Participant[],
    converts = ({ conversions }: Participant) => conversions.length > 0,
  ) => {
    const counted = list.filter(({ sawBoth }) => !sawBoth)
    return {
      visitors: counted.length,
      converters: counted.filter(converts).length,
      saw_both: list.length - counted.length,
    }
  }
  const armsBy = (keyOf: (one: Participant) => Row, converts?: (one: Participant) => boolean) =>
    [...Map.groupBy(inRuns, one => JSON.stringify(keyOf(one)))].map(
      ([key, own]): Row & ReturnType<typeof arms> => ({
        ...(JSON.parse(key) as Row),
        ...arms(own, converts),
      }),
    )
  const ARMS = ['visitors', 'converters', 'saw_both']
  const seenOn = (row: Row | undefined) =>
    inRuns.filter(({ at, test }) => day(at) === row?.day && test === row.test)
  await view(
    'experiment_days',
    ['day', 'test', 'variant'],
    ARMS,
    armsBy(({ at, test, variant }) => ({ day: day(at), test, variant })),
    seenOn,
  )
  await view(
    'experiment_results_v1',
    ['test', 'variant'],
    [...ARMS, 'conversion_rate'],
    armsBy(({ test, variant }) => ({ test, variant })).map(row => ({
      ...row,
      conversion_rate: row.visitors === 0 ? 0 : (100 * row.converters) / row.visitors,
    })),
  )
  await view(
    'experiment_results',
    ['day', 'test', 'run', 'variant'],
    ARMS,
    armsBy(
      ({ at, test, variant, period }) => ({ day: day(at), test, run: period.run, variant }),
      one => reachedGoal(business, one, one.period.goal),
    ),
    seenOn,
  )
  await view(
    'experiment_periods',
    ['test', 'began_at'],
    [],
    DECLARED.flatMap(({ test }) =>
      periodsOf(business, test).map(({ began, ended, goal: _, ...period }) => ({
        ...period,
        began_at: stamp(began),
        ended_at: stamp(ended),
      })),
    ),
  )
  await view(
    'experiments',
    ['test'],
    ['steps'],
    DECLARED.map(({ test }) => {
      const period = periodsOf(business, test).at(-1)
      const steps = business.steps.filter(step => step.test === test)
      return {
        test,
        state: period?.state,
        since: stamp(period?.began ?? null),
        run: period?.run,
        variants: period?.variants,
        shares: period?.shares,
        winner: period?.winner,
        goal: period?.goal,
        steps: steps.length,
      }
    }),
  )
}
