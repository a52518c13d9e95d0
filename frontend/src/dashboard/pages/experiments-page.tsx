import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { useEffect, useRef } from 'react'
import { useAddress } from '../address/use-address.ts'
import { useRead } from '../data/use-read.ts'
import { ExperimentList } from '../experiments/experiment-list.tsx'
import { ExperimentResult } from '../experiments/experiment-result.tsx'
import { AssignmentNote } from '../experiments/experiments.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { counted } from '../words/format.ts'

export const ExperimentsPage = () => {
  const { get } = useAddress()
  const query = useRead('experimentList')
  // If the address names no test, keep the shown test. After a step, another test may be the first running test.
  const shown = useRef('')
  const named = get('test')
  const chosen = query.data && chosenOf(query.data.experiments, [named, shown.current])
  useEffect(() => {
    if (!named) shown.current = chosen?.name ?? ''
  }, [named, chosen?.name])
  return (
    <>
      <CardBoundary what="list of tests">
        <Section
          id="tests"
          title="A/B tests"
          meta={query.data && counted(query.data.experiments.length, 'tests')}
        >
          <Loaded query={query} what="list of tests" skeleton="m-5 h-24">
            {({ experiments }) => <ExperimentList experiments={experiments} chosen={chosen?.name ?? ''} />}
          </Loaded>
        </Section>
      </CardBoundary>
      {chosen && (
        <CardBoundary what="A/B test results">
          <Chosen key={chosen.name} experiment={chosen} />
        </CardBoundary>
      )}
    </>
  )
}

const chosenOf = (experiments: readonly Experiment[], wanted: readonly string[]): Experiment | undefined =>
  wanted.flatMap(name => experiments.find(experiment => experiment.name === name) ?? [])[0] ??
  experiments.find(({ state }) => state === 'running') ??
  experiments[0]

const Chosen = ({ experiment }: { experiment: Experiment }) => (
  <Section id="split-test" title="A/B Testing Results">
    <Loaded query={useRead('experiments')} what="A/B test results" skeleton="m-5 h-40">
      {stats => (
        <>
          <ExperimentResult experiment={experiment} stats={stats} />
          {experiment.state === 'running' && <AssignmentNote />}
        </>
      )}
    </Loaded>
  </Section>
)
