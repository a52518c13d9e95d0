/** The verdict, before everything else: what was found, what to do, and how far the experiment has come. */
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { clsx } from 'clsx'
import { CircleCheck, Hourglass, Scale, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { adviceOn, partsOf } from './advice.ts'
import { Progress } from './progress.tsx'

const CHIPS = {
  wait: { Icon: Hourglass, look: 'bg-sunken text-ink' },
  choose: { Icon: Scale, look: 'bg-[var(--warn-surface)] text-[var(--warn)]' },
  act: { Icon: CircleCheck, look: 'bg-[var(--ok-surface)] text-ok' },
  alarm: { Icon: TriangleAlert, look: 'bg-danger-surface text-danger' },
} as const

/** `children`: what can be done. */
export const VerdictPanel = ({ verdict, children }: { verdict: Verdict; children?: ReactNode }) => {
  const { tone, words } = adviceOn(verdict)
  const { finding, rest } = partsOf(verdict.sentence)
  const { Icon, look } = CHIPS[tone]
  const isBroken = verdict.state === 'split_broken'
  return (
    <div className="grid gap-x-10 gap-y-5 px-4 py-5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="max-w-[46rem]">
        <p
          aria-live="polite"
          className={clsx(
            'inline-flex max-w-full items-center gap-2 rounded-md px-2.5 py-1 text-base font-semibold',
            look,
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
        {isBroken && <WhatToCheck />}
      </div>
      {!isBroken && <Progress verdict={verdict} />}
    </div>
  )
}

const WhatToCheck = () => (
  <div className="mt-4">
    <h3 className="font-semibold">What to check</h3>
    <ul className="mt-1 list-disc space-y-1 pl-5">
      <li>Does each version open on a phone and on a computer, and about as fast?</li>
      <li>Does an ad, an e-mail or a redirect lead straight to one of the versions?</li>
      <li>Was the way visitors are shared out changed while the test ran?</li>
      <li>Does a tool, such as a monitor, open one version again and again?</li>
    </ul>
  </div>
)
