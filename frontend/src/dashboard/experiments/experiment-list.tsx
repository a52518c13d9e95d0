/** Lists the tests with their states, what visitors see, and the advice for running tests. Archived tests come last. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { StateBadge } from './result-panel.tsx'

type ListProps = { experiments: readonly Experiment[]; chosen: string }

export const ExperimentList = ({ experiments, chosen }: ListProps) => {
  const address = usePageAddress()
  return (
    <ul className="divide-y divide-line">
      {experiments
        .toSorted((a, b) => Number(a.state === 'archived') - Number(b.state === 'archived'))
        .map(({ name, title, state, shown, verdict }) => (
          <li
            key={name}
            className={clsx(
              'relative grid gap-x-6 gap-y-1 border-l-4 px-4 py-3 sm:px-5 lg:grid-cols-[20rem_minmax(0,1fr)_15rem] lg:items-center',
              name === chosen ? 'border-l-accent bg-sunken' : 'border-l-transparent hover:bg-sunken',
            )}
          >
            <div className="flex flex-wrap items-center gap-2">
              <Link
                to={address('split-test', { test: name })}
                aria-current={name === chosen ? 'true' : undefined}
                preventScrollReset
                className="dashboard-target inline-flex items-center font-semibold underline-offset-2 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
              <StateBadge state={state} />
            </div>
            <p className="text-sm">{shown}</p>
            <p className="text-sm font-medium">{state === 'running' && verdict?.advice.words}</p>
          </li>
        ))}
    </ul>
  )
}
