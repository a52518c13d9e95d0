/** Every test with its state, who sees what, and its verdict in short; those put away come last. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../../address/page-links.ts'
import { StateBadge } from './state-panel.tsx'
import { pageOf, verdictInShort, whoSeesWhat } from './state-words.ts'

type ListProps = { experiments: readonly Experiment[]; chosen: string }

export const ExperimentList = ({ experiments, chosen }: ListProps) => (
  <ul className="divide-y divide-line">
    {[...experiments]
      .sort((a, b) => Number(a.state === 'archived') - Number(b.state === 'archived'))
      .map(experiment => (
        <Item key={experiment.name} experiment={experiment} isChosen={experiment.name === chosen} />
      ))}
  </ul>
)

const Item = ({ experiment, isChosen }: { experiment: Experiment; isChosen: boolean }) => {
  const address = usePageAddress()
  return (
    <li
      className={clsx(
        'relative grid gap-x-6 gap-y-1 border-l-4 px-4 py-3 sm:px-5 lg:grid-cols-[15rem_minmax(0,1fr)_15rem] lg:items-center',
        isChosen ? 'border-l-accent bg-sunken' : 'border-l-transparent hover:bg-sunken',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 lg:block">
        <Link
          to={address('split-test', { test: experiment.name })}
          aria-current={isChosen ? 'true' : undefined}
          preventScrollReset
          className="dashboard-target inline-flex items-center font-semibold underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {experiment.title}
        </Link>
        <p className="text-sm text-muted">On {pageOf(experiment)}</p>
      </div>
      <div>
        <StateBadge state={experiment.state} />
        <p className="mt-1 text-sm">{whoSeesWhat(experiment)}</p>
      </div>
      <p className="text-sm font-medium">{verdictInShort(experiment)}</p>
    </li>
  )
}
