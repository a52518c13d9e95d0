/** The verdict, before everything else: what was found, what to do, and how far the experiment has come. */
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import { CircleCheck, Hourglass, Scale, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { adviceOn, partsOf, type Tone } from './advice.ts'
import { Progress } from './progress.tsx'
import { SplitCounts, WhatToCheck } from './split-check.tsx'

const ICONS = { wait: Hourglass, choose: Scale, act: CircleCheck, alarm: TriangleAlert } as const
const CHIPS: Record<Tone, string> = {
  wait: 'bg-sunken text-ink',
  choose: 'bg-[var(--warn-surface)] text-[var(--warn)]',
  act: 'bg-[var(--ok-surface)] text-ok',
  alarm: 'bg-danger-surface text-danger',
}

/** `children`: the action that the sentence names. */
export const VerdictPanel = ({ verdict, children }: { verdict: Verdict; children?: ReactNode }) => {
  const { tone, words } = adviceOn(verdict)
  const { finding, rest } = partsOf(verdict.sentence)
  const Icon = ICONS[tone]
  return (
    <div className="grid gap-x-10 gap-y-5 px-4 py-5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="max-w-[46rem]">
        <p
          aria-live="polite"
          className={clsx(
            'inline-flex max-w-full items-center gap-2 rounded-md px-2.5 py-1 text-base font-semibold',
            CHIPS[tone],
          )}
        >
          <Icon aria-hidden size={17} className="shrink-0" />
          <span>
            <span className="font-normal">What to do:</span> {words}
          </span>
        </p>
        <p data-verdict={verdict.state} className="mt-3">
          <strong className="block text-2xl leading-tight font-semibold tracking-tight text-balance sm:text-[1.875rem]">
            {finding}{' '}
          </strong>
          <span className="mt-2 block text-lg leading-relaxed">{rest}</span>
        </p>
        {children}
        {verdict.state === 'split_broken' && <WhatToCheck />}
      </div>
      {verdict.state === 'split_broken' ? <SplitCounts verdict={verdict} /> : <Progress verdict={verdict} />}
    </div>
  )
}
