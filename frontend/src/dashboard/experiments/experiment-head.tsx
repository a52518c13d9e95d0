/** How a test stands, what to do with it, and the dialogs of its steps. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats, Verdict } from '@firsttouch/api/contract/experiments/results'
import { Download } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLoaded } from '../../ui/use-loaded.ts'
import { Button } from '../pieces/button.tsx'
import { exportCounts } from './export-counts.ts'
import { ActionButtons } from './life/action-bar.tsx'
import { type Action, firstOf, namedActions, otherActions } from './life/actions.ts'
import { lookIntoSplit } from './life/look-into-split.ts'
import { StateBadge } from './life/state-badge.tsx'
import { StatePanel } from './life/state-panel.tsx'
import { pageOf } from './life/state-words.ts'
import { Versions } from './life/versions.tsx'
import { VerdictPanel } from './verdict/verdict-panel.tsx'

type ExperimentHeadProps = { experiment: Experiment; verdict: Verdict | undefined; stats: AbTestStats }

export const ExperimentHead = ({ experiment, verdict, stats }: ExperimentHeadProps) => {
  // Held here and not beside its button, which may be gone once the test has moved on.
  const [open, setOpen] = useState<Action | null>(null)
  const named = namedActions(experiment)
  const { head, stepDone } = useFocusAfterStep(experiment.version)
  const buttons = {
    first: firstOf(experiment),
    onAct: (action: Action) => (action.kind === 'look' ? lookIntoSplit() : setOpen(action)),
  }
  const done = () => {
    stepDone()
    setOpen(null)
  }
  return (
    <>
      <Head experiment={experiment} focused={head} />
      {experiment.state === 'running' && verdict ? (
        <VerdictPanel verdict={verdict}>
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <ActionButtons actions={named} {...buttons} />
          </div>
        </VerdictPanel>
      ) : (
        <StatePanel experiment={experiment} />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 pb-5 sm:px-5">
        <ActionButtons actions={otherActions(experiment)} {...buttons} />
        {verdict && <ExportButton onClick={() => exportCounts(experiment.name, stats)} />}
      </div>
      {open && <Dialogs action={open} experiment={experiment} onClose={() => setOpen(null)} onDone={done} />}
    </>
  )
}

const ExportButton = (props: { onClick: () => void }) => (
  <Button {...props}>
    <Download aria-hidden size={15} /> Export counts
  </Button>
)

const Head = ({
  experiment,
  focused,
}: {
  experiment: Experiment
  focused: RefObject<HTMLDivElement | null>
}) => (
  <div ref={focused} tabIndex={-1} className="space-y-3 border-b border-line px-4 py-4 outline-none sm:px-5">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-lg font-semibold tracking-tight">{experiment.title}</h3>
      <span role="status">
        <StateBadge state={experiment.state} />
      </span>
      <span className="text-muted">On {pageOf(experiment)}</span>
    </div>
    <Versions experiment={experiment} />
  </div>
)

/** The button that was pressed is often gone after its step: the keyboard goes on where the new state is told. */
const useFocusAfterStep = (version: number) => {
  const head = useRef<HTMLDivElement>(null)
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isAwaited.current) return
    isAwaited.current = false
    head.current?.focus({ preventScroll: true })
  }, [version])
  return {
    head,
    stepDone: () => {
      isAwaited.current = true
    },
  }
}

const loadStep = async () => (await import('./life/step-dialog.tsx')).StepDialog
const loadStart = async () => (await import('./start/start-dialog.tsx')).StartDialog
const loadWait = async () => (await import('./life/wait-dialog.tsx')).WaitDialog

type DialogsProps = { action: Action; experiment: Experiment; onClose: () => void; onDone: () => void }

/** Each comes with its schemas when it is first wanted. */
const Dialogs = ({ action, ...rest }: DialogsProps) => {
  const { kind } = action
  const Step = useLoaded(loadStep, kind !== 'start' && kind !== 'wait')
  const Start = useLoaded(loadStart, kind === 'start')
  const Wait = useLoaded(loadWait, kind === 'wait')
  if (kind === 'look') return null
  if (kind === 'start') return Start && <Start {...rest} />
  if (kind === 'wait') return Wait && <Wait {...rest} />
  return Step && <Step {...rest} step={kind} winner={action.winner} />
}
