/** The runs of a test and the log of changes, both newest first. */
import type { ExperimentChange } from '@firsttouch/api/contract/experiments/life'
import type { Run } from '@firsttouch/api/contract/experiments/results'
import { FigureTable } from '../pieces/figure-table.tsx'
import { History } from '../pieces/history.tsx'
import { dayOf, goalName } from './words.ts'

/** `isBroken`: the present run's traffic split is not as planned, so its result is not shown. */
export const Runs = ({ runs, isBroken }: { runs: readonly Run[]; isBroken: boolean }) => (
  <FigureTable
    caption="Runs"
    heads={['Run', 'Planned', 'Result']}
    words={[1, 2]}
    className="max-h-96"
    look="[&_tr]:align-baseline"
    rows={runs.map(({ id, startedAt, endedAt, size, goal, result, decision }) => ({
      key: id,
      head: `${startedAt ? dayOf(startedAt) : 'First visitor'} – ${endedAt ? dayOf(endedAt) : 'now'}`,
      cells: [
        goal === 'any' ? size : `${size}. Goal: ${goalName(goal)}`,
        isBroken && !endedAt
          ? 'In doubt: visitors are not shared out as planned.'
          : `${result}${decision ? ` Decided on ${dayOf(decision.at)}.` : ''}`,
      ],
    }))}
  />
)

export const Changes = ({ changes }: { changes: readonly ExperimentChange[] }) => (
  <History
    entries={changes.map(({ version, at, by, words, reason, unknown }) => ({
      ...{ key: String(version), at, by },
      what: (
        <>
          {words}
          {reason && <span className="block">“{reason}”</span>}
          {unknown && <span className="block text-muted">Not known then: {unknown}</span>}
        </>
      ),
    }))}
  />
)
