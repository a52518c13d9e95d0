/** How a test stands, what to do with it, and the dialog of its steps. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { Download, ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLoaded } from '../../ui/use-loaded.ts'
import { Button } from '../pieces/button.tsx'
import { exportCounts } from './counts-csv.ts'
import { ActionBar } from './life/action-bar.tsx'
import { StateBadge, StatePanel } from './life/state-panel.tsx'
import { pageOf, share } from './life/state-words.ts'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

/** The dialog comes with its schemas when it is first wanted. */
const loadDialog = async () => (await import('./step-dialog.tsx')).StepDialog

type ExperimentHeadProps = { experiment: Experiment; stats: AbTestStats }

export const ExperimentHead = ({ experiment, stats }: ExperimentHeadProps) => {
  const { verdict } = experiment
  // Held here and not beside its button, which may be gone once the test has moved on.
  const [open, setOpen] = useState<Step | null>(null)
  const StepDialog = useLoaded(loadDialog, open !== null)
  const { head, stepDone } = useFocusAfterStep(experiment.version)
  const bar = (
    <ActionBar experiment={experiment} onStep={setOpen}>
      {verdict && (
        <Button onClick={() => exportCounts(experiment.name, stats)}>
          <Download aria-hidden size={15} /> Export counts
        </Button>
      )}
    </ActionBar>
  )
  return (
    <>
      <div ref={head} tabIndex={-1} className="space-y-3 border-b border-line px-4 py-4 outline-none sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-lg font-semibold tracking-tight">{experiment.title}</h3>
          <span role="status">
            <StateBadge state={experiment.state} />
          </span>
          <span className="text-muted">On {pageOf(experiment)}</span>
        </div>
        <Variants experiment={experiment} />
      </div>
      {experiment.state === 'running' && verdict ? (
        <VerdictPanel verdict={verdict}>{bar}</VerdictPanel>
      ) : (
        <StatePanel experiment={experiment}>{bar}</StatePanel>
      )}
      {StepDialog && open && (
        <StepDialog
          step={open}
          experiment={experiment}
          onClose={() => setOpen(null)}
          onDone={() => {
            stepDone()
            setOpen(null)
          }}
        />
      )}
    </>
  )
}

/** Which variants a test has, and how many of its visitors see each now. */
const Variants = ({ experiment: { variants } }: { experiment: Experiment }) => (
  <ul aria-label="Who sees what" className="grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
    {variants.map(({ name, label, share: perCent, path }) => (
      <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {label}
          {path && (
            <a
              href={path}
              target="_blank"
              rel="noopener"
              aria-label={`Look at ${label} in a new tab`}
              className="dashboard-target ml-0.5 inline-flex size-6 items-center justify-center align-middle text-muted hover:text-ink"
            >
              <ExternalLink aria-hidden size={13} />
            </a>
          )}
        </span>
        <span className="font-semibold tabular-nums">{share(perCent)}</span>
      </li>
    ))}
  </ul>
)

/** The button that was pressed is often gone after its step: the keyboard goes on where the new state is told. */
const useFocusAfterStep = (version: number) => {
  const head = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  useEffect(() => {
    if (isAwaited.current) head.current?.focus({ preventScroll: true })
    isAwaited.current = false
  }, [version])
  return {
    head,
    stepDone: () => {
      isAwaited.current = true
    },
  }
}
