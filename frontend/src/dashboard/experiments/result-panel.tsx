/** Shows the finding, the advice and the run's progress. If the test is not running, shows what visitors see. */
import type { Experiment, StateName } from '@firsttouch/api/contract/experiments/life'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { CircleCheck, Eye, Hourglass, Scale, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { capitalised, count, counted, plural } from '../words/format.ts'
import { dayOf } from './words.ts'

export const StateBadge = ({ state }: { state: StateName }) => (
  <Badge tone={state === 'running' ? 'ok' : 'neutral'}>{capitalised(state)}</Badge>
)

const CHIPS = {
  wait: [Hourglass, 'bg-sunken text-ink'],
  choose: [Scale, 'bg-[var(--warn-surface)] text-[var(--warn)]'],
  act: [CircleCheck, 'bg-[var(--ok-surface)] text-ok'],
  alarm: [TriangleAlert, 'bg-danger-surface text-danger'],
} as const

/** Splits a verdict's sentence at its first colon into the finding and its explanation. */
const partsOf = (sentence: string): string[] => {
  const end = sentence.indexOf(': ')
  return end < 0 ? [sentence] : [`${sentence.slice(0, end)}.`, capitalised(sentence.slice(end + 2))]
}

export const visitorsOf = ({ arms }: Verdict): number => arms.reduce((sum, { visitors }) => sum + visitors, 0)

type ResultPanelProps = {
  /** undefined until the test's state is loaded. */
  experiment: Experiment | undefined
  verdict: Verdict | null | undefined
  children?: ReactNode
}

export const ResultPanel = ({ experiment, verdict, children }: ResultPanelProps) => {
  const [finding = '', rest = ''] = verdict ? partsOf(verdict.sentence) : []
  const running = !experiment || experiment.state === 'running' ? verdict : null
  const isBroken = running?.state === 'split_broken'
  const more = running ? rest : verdict && visitorsOf(verdict) > 0 && `What was found: ${finding}`
  return (
    <div
      className={
        running
          ? 'grid gap-x-10 gap-y-5 px-4 py-5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]'
          : 'max-w-[46rem] px-4 pt-4 pb-5 sm:px-5'
      }
    >
      <div className="max-w-[46rem]">
        {running && <Advice {...running.advice} />}
        <p data-state={experiment?.state}>
          <strong className="block text-2xl leading-tight font-semibold tracking-tight text-balance">
            {running ? finding : experiment?.shown}{' '}
          </strong>
          {more && <span className="mt-2 block text-lg leading-relaxed">{more}</span>}
        </p>
        {children}
        {isBroken && <WhatToCheck />}
      </div>
      {running && !isBroken && <Progress verdict={running} />}
    </div>
  )
}

const Advice = ({ tone, words }: Verdict['advice']) => {
  const [Icon, look] = CHIPS[tone]
  return (
    <p
      aria-live="polite"
      className={`mb-3 inline-flex max-w-full items-center gap-2 rounded-md px-2.5 py-1 text-base font-semibold ${look}`}
    >
      <Icon aria-hidden size={17} className="shrink-0" />
      <span>
        <span className="font-normal">What to do:</span> {words}
      </span>
    </p>
  )
}

/** Shows how many of the planned visitors the run has, and why staff may look at the result early. */
const Progress = ({ verdict }: { verdict: Verdict }) => {
  const { startedAt, daysRun, decidedAt, plan } = verdict
  const { targetVisitors } = plan
  const visitors = visitorsOf(verdict)
  return (
    <div className="space-y-1.5 self-start text-muted tabular-nums lg:pt-1">
      <p className="font-semibold text-ink">
        <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber>{' '}
        {targetVisitors === null
          ? `${plural(visitors, 'visitor', 'visitors')} so far`
          : `of ${count(targetVisitors)} planned visitors`}
      </p>
      {targetVisitors !== null && (
        <progress
          value={Math.min(visitors, targetVisitors)}
          max={targetVisitors}
          aria-label="Visitors so far, of those planned"
          className="experiment-progress block h-1.5 w-full"
        />
      )}
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {startedAt
            ? `Since ${dayOf(startedAt)}, ${counted(daysRun, 'days')}`
            : 'Begins with the first visitor'}
        </span>
        <span>{decidedAt ? `Decided on ${dayOf(decidedAt)}` : capitalised(plan.left)}</span>
      </p>
      <p>{plan.finds}</p>
      <p className="flex gap-2 pt-1.5">
        <Eye aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span>
          <span className="font-medium text-ink">Watching is safe.</span> Look as often as you like: the
          verdict allows for it, so an early look cannot mislead you.
        </span>
      </p>
    </div>
  )
}

const WhatToCheck = () => (
  <div className="mt-4">
    <h3 className="font-semibold">What to check</h3>
    <ul className="mt-1 list-disc space-y-1 pl-5">
      <li>Does each variant open on a phone and on a computer, about as fast as the others?</li>
      <li>Does an ad, an e-mail or a redirect lead straight to one of the variants?</li>
      <li>Did the traffic split change during the test?</li>
      <li>Does a tool, such as a monitor, open one variant again and again?</li>
    </ul>
  </div>
)
