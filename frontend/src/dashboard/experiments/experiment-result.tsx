/** An experiment's verdict and next step come first, then the figures in collapsed parts. */
import type { Experiment, ExperimentChange, Step } from '@firsttouch/api/contract/experiments/life'
import type { AbTestStats, Run, Verdict } from '@firsttouch/api/contract/experiments/results'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Fold } from '../pieces/fold.tsx'
import { History } from '../pieces/history.tsx'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { counted } from '../words/format.ts'
import { Difference } from './difference.tsx'
import { ResultPanel, StateBadge } from './result-panel.tsx'
import { endLabel, wordsOf } from './steps/steps.ts'
import { Breakdown, Guards, isComparable, VariantTable } from './variant-table.tsx'
import { dayOf, goalName } from './words.ts'

const StepDialog = lazily(async () => (await import('./step-dialog.tsx')).StepDialog, 'hidden')

type ExperimentResultProps = { experiment: Experiment; stats: AbTestStats }

export const ExperimentResult = ({ experiment: listed, stats }: ExperimentResultProps) => {
  const { name, title, path, state, due } = listed
  // Prefer the verdict that came with the figures, so that advice and figures agree.
  const verdict = stats.verdicts.find(one => one.testName === name) ?? listed.verdict
  const experiment = { ...listed, verdict }
  // The step with an open dialog. Not in the button's state, because the button may disappear after the step.
  const [open, setOpen] = useState<Step | null>(null)
  const head = useRef<HTMLDivElement>(null)
  const changes = useRead('experimentChanges', { id: name })
  return (
    <>
      <div
        ref={head}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-3 outline-none sm:px-5"
      >
        <h3 className="text-lg font-semibold tracking-tight">{title}</h3>
        <span role="status">
          <StateBadge state={state} />
        </span>
        <span className="text-muted">
          On {path === '/' ? 'the front page' : `the page ${path}`}:{' '}
          {listed.variants.map(({ name, label, path }, at) => (
            <span key={name}>
              {at > 0 && ' · '}
              {path ? (
                <a href={path} target="_blank" rel="noopener" className="underline hover:text-ink">
                  {label}
                </a>
              ) : (
                label
              )}
            </span>
          ))}
        </span>
      </div>
      <ResultPanel experiment={experiment} verdict={verdict}>
        <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
          {experiment.steps
            .toSorted((a, b) => Number(b === due) - Number(a === due))
            .map(step => (
              <Button
                key={step}
                needs="staff"
                {...(step === due && { variant: 'primary', size: 'md' })}
                onClick={() => setOpen(step)}
              >
                {step === due && step === 'end'
                  ? endLabel(experiment)
                  : `${wordsOf(step, experiment).action}…`}
              </Button>
            ))}
        </div>
      </ResultPanel>
      {verdict && <Figures experiment={experiment} stats={stats} verdict={verdict} />}
      <Part title="Who changed what">
        <Loaded query={changes} what="history of changes" bare skeleton="h-12">
          {({ changes }) => <Changes changes={changes} />}
        </Loaded>
      </Part>
      {open && (
        <StepDialog
          step={open}
          experiment={experiment}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            // The step often removes the pressed button, so focus the heading with the new state.
            requestAnimationFrame(() => head.current?.focus({ preventScroll: true }))
          }}
        />
      )}
    </>
  )
}

const Figures = ({ experiment, stats, verdict }: ExperimentResultProps & { verdict: Verdict }) => {
  const { name, run } = experiment
  const history = useRead('history', { id: name })
  const details = useRead('experimentDetails', { id: name })
  const runs = useRead('runs', { id: name })
  const counts = { testName: name, stats, verdict }
  return (
    <>
      <div role="status">
        {details.data?.warning && (
          <p className="mx-4 mb-5 flex gap-2 rounded-md bg-[var(--warn-surface)] px-4 py-3 text-[var(--warn)] sm:mx-5">
            <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
            <span>{details.data.warning}</span>
          </p>
        )}
      </div>
      <VariantTable {...counts} />
      <p className="px-4 pb-3 text-sm text-muted sm:px-5">
        {run && `Goal: ${goalName(run.goal)}. `}
        {verdict.sawBoth > 0 &&
          `${counted(verdict.sawBoth, 'visitors')} saw several variants and are left out. `}
        {verdict.arms.some(({ visitors }) => visitors > 0) &&
          `The traffic split is ${verdict.srm.alarm ? 'not ' : ''}as planned.`}
      </p>
      {isComparable(verdict) && (
        <Part title="The difference over time" open>
          <Loaded query={history} what="history of the test" bare skeleton="h-60">
            {({ points }) => <Difference verdict={verdict} points={points} />}
          </Loaded>
        </Part>
      )}
      <Part title="Conversion breakdown">
        <Breakdown {...counts} />
      </Part>
      <Part title="What else visitors did">
        <Loaded query={details} what="other conversions" bare skeleton="h-24">
          {({ guards }) => <Guards testName={name} guards={guards} />}
        </Loaded>
      </Part>
      <Part title="Runs of this test">
        <Loaded query={runs} what="runs of the test" bare skeleton="h-12">
          {all => <Runs runs={all} isBroken={verdict.state === 'split_broken'} />}
        </Loaded>
      </Part>
    </>
  )
}

const Part = ({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <Fold
    summary={title}
    open={open}
    look="py-2 font-semibold"
    className="border-t border-line px-4 py-1 sm:px-5"
  >
    <div className="pt-1 pb-4">{children}</div>
  </Fold>
)

/** `isBroken` is true if the present run's traffic split is not as planned. The table hides that run's result. */
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
          ? 'In doubt: the traffic split is not as planned.'
          : `${result}${decision ? ` Decided on ${dayOf(decision.at)}.` : ''}`,
      ],
    }))}
  />
)

export const Changes = ({ changes }: { changes: readonly ExperimentChange[] }) => (
  <History
    entries={changes.map(change => ({ ...change, id: String(change.version), person: change.by }))}
    what={({ words, reason, unknown }) => (
      <>
        {words}
        {reason && <span className="block">“{reason}”</span>}
        {unknown && <span className="block text-muted">Warning at that time: {unknown}</span>}
      </>
    )}
  />
)
