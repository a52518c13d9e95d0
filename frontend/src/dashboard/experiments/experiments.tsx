import './experiments.css'
import { Info } from 'lucide-react'
import { useRange } from '../address/range.ts'
import { useRead } from '../data/use-read.ts'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { WholeList } from '../pieces/short-lists.tsx'
import { experimentNames, experimentTitle } from '../words/variant-names.ts'
import { ResultPanel } from './result-panel.tsx'
import { Breakdown, VariantTable } from './variant-table.tsx'

/** A/B tests on the overview, running ones first. Renders nothing while no experiment has an event. */
export const Experiments = () => {
  const query = useRead('experiments')
  const experiments = useRead('experimentList').data?.experiments ?? []
  const isRunning = (name: string) => experiments.find(one => one.name === name)?.state === 'running'
  const names = experimentNames(query.data?.testStats.map(({ testName }) => testName) ?? []).toSorted(
    (a, b) => Number(isRunning(b)) - Number(isRunning(a)),
  )
  if (query.data && names.length === 0) return null
  return (
    <Section id="split-test" title="A/B Testing Results">
      <Loaded query={query} what="A/B test results" skeleton="m-5 h-40">
        {stats => (
          <>
            {names.map((testName, at) => {
              const verdict = stats.verdicts.find(one => one.testName === testName)
              const counts = { testName, stats, verdict }
              return (
                <div key={testName} className={at > 0 ? 'border-t-4 border-line' : undefined}>
                  {names.length > 1 && (
                    <p className="px-4 pt-4 text-xs text-muted sm:px-5">Test: {experimentTitle(testName)}</p>
                  )}
                  <ResultPanel
                    experiment={experiments.find(({ name }) => name === testName)}
                    verdict={verdict}
                  />
                  <VariantTable {...counts} />
                  <div className="border-t border-line px-4 py-3 sm:px-5">
                    <h3 className="mb-1 font-semibold">Conversion breakdown</h3>
                    <Breakdown {...counts} />
                  </div>
                  <WholeList page="split-test" more={{ test: testName }}>
                    Next step, history and difference over time
                  </WholeList>
                </div>
              )
            })}
            <AssignmentNote hasDays />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** `hasDays` is true if the page has a menu of days above the note. */
export const AssignmentNote = ({ hasDays = false }) => (
  <p className="flex items-start gap-2 border-t border-line px-4 py-3 text-muted sm:px-5">
    <Info aria-hidden size={16} className="mt-0.5 shrink-0" />
    <span>
      Visitors are automatically assigned to a variant of the page and keep seeing that one.
      {useRange().preset !== 'all' &&
        hasDays &&
        ' The days chosen above do not change this result: it covers the whole run.'}
    </span>
  </p>
)
