/** Who changed what in a test's life, when, why, and what was not known then; the newest first. */
import type { Experiment, ExperimentChange } from '@firsttouch/api/contract/experiments/life'
import { useRead } from '../../data/use-read.ts'
import { Nothing } from '../../pieces/empty.tsx'
import { Loaded } from '../../pieces/loaded.tsx'
import { dateTime } from '../../words/format.ts'
import { Newest } from '../newest.tsx'
import { labelIn, sharesInWords } from './state-words.ts'

export const ChangeList = ({ experiment }: { experiment: Experiment }) => {
  const query = useRead('experimentChanges', { id: experiment.name })
  return (
    <section aria-labelledby="test-history" className="border-t border-line px-4 py-4 sm:px-5">
      <h3 id="test-history" className="mb-2 font-semibold">
        Who changed what
      </h3>
      <Loaded query={query} what="history of changes" bare skeleton="h-12">
        {({ changes }) =>
          changes.length === 0 ? (
            <Nothing>Nobody has changed anything yet: the test is as it was declared.</Nothing>
          ) : (
            <Newest label="Changes" items={changes}>
              {change => (
                <li
                  key={change.version}
                  className="grid gap-x-6 gap-y-0.5 py-2.5 lg:grid-cols-[16rem_minmax(0,1fr)]"
                >
                  <p className="text-muted tabular-nums">
                    <time dateTime={change.at}>{dateTime(change.at)}</time>
                    {change.by && `, ${change.by}`}
                  </p>
                  <div className="wrap-anywhere">
                    <p className="font-medium">{changeInWords(change, experiment)}</p>
                    {change.reason && <p>“{change.reason}”</p>}
                    {change.unknown && <p className="text-muted">Not known then: {change.unknown}</p>}
                  </div>
                </li>
              )}
            </Newest>
          )
        }
      </Loaded>
    </section>
  )
}

export const changeInWords = (change: ExperimentChange, experiment: Experiment): string => {
  const { step, state, winner } = change
  const shared = () => sharesOf(change, experiment)
  switch (step) {
    case 'start':
      return `Started a run: ${shared()}.`
    case 'pause':
      return `Paused: everyone sees ${labelIn(experiment, null)}.`
    case 'resume':
      return `Resumed: ${shared()}.`
    case 'end':
      return `Ended${winner === null ? ' without a winner' : ''}: everyone sees ${labelIn(experiment, winner)}.`
    case 'reopen':
      return state === 'running' ? `Reopened as a new run: ${shared()}.` : 'Taken out of the archive.'
    case 'archive':
      return 'Archived.'
  }
}

/** In the order of the variants, then those that are no longer declared, by their bare names. */
const sharesOf = ({ shares }: ExperimentChange, experiment: Experiment): string => {
  const declared = experiment.variants.map(({ name }) => name).filter(name => name in shares)
  const names = new Set([...declared, ...Object.keys(shares)])
  return sharesInWords(
    [...names].map(name => ({ label: labelIn(experiment, name), share: shares[name] ?? 0 })),
  )
}
