import type { LeadJourney } from '@firsttouch/api/contract/leads'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Fact } from '../pieces/inbox/record-row.tsx'
import { Nothing } from '../pieces/loaded.tsx'
import { Part } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { variantLabel } from '../words/variant-names.ts'
import { touchText } from './lead-row.tsx'

type JourneyProps = { journey: LeadJourney; createdAt: string }

export const Journey = ({ journey, createdAt }: JourneyProps) => (
  <Part title="Journey" meta={journey.state === 'known' ? totals(journey) : undefined}>
    <dl className="grid gap-x-6 gap-y-1.5 @lg:grid-cols-2">
      <Fact label="First touch">{touchText(journey.firstTouch) || 'not known'}</Fact>
      <Fact label="Last touch">{(journey.lastTouch && touchText(journey.lastTouch)) || 'not known'}</Fact>
      <Fact label="Variant">
        {journey.variant ? variantLabel(LANDING_PAGE.name, journey.variant) : 'not known'}
      </Fact>
      <Fact label="Pages">{journey.pages.map(pageText).join(', ')}</Fact>
    </dl>
    <Steps journey={journey} createdAt={createdAt} />
  </Part>
)

const totals = ({ visits, conversions }: LeadJourney) =>
  `${counted(visits, 'visits')}, ${counted(conversions, 'conversions')}`

const pageText = ({ path, visits }: LeadJourney['pages'][number]) =>
  visits === 1 ? path : `${path} (${visits} times)`

const Steps = ({ journey: { state, steps }, createdAt }: JourneyProps) => {
  const missing = state === 'known' ? steps.length === 0 && NO_EVENT : UNKNOWN[state]
  if (missing)
    return (
      <div className="mt-3">
        <Nothing>{missing}</Nothing>
      </div>
    )
  const sent = steps.filter(step => step.at <= createdAt).length
  return (
    <ol className="mt-3 border-l-2 border-line">
      {[...steps.slice(0, sent), null, ...steps.slice(sent)].map((step, at) =>
        step ? (
          <Step key={`${step.at} ${at}`} step={step} />
        ) : (
          <Point key="sent" at={createdAt} strong>
            Sent this form
          </Point>
        ),
      )}
    </ol>
  )
}

const NO_EVENT = 'No events of this session were counted: an ad blocker may have stopped them.'
const UNKNOWN = {
  no_session: 'The browser sent no session ID, so it is not known what this person did before.',
  unavailable: 'Analytics are temporarily unavailable, so the steps are missing.',
}

const Step = ({ step }: { step: LeadJourney['steps'][number] }) => {
  if (step.type === 'visit')
    return (
      <Point at={step.at} small={touchText(step.utm)}>
        Visited <span className="wrap-anywhere">{step.pagePath || 'a page'}</span>
      </Point>
    )
  if (step.type === 'ab_test')
    return (
      <Point at={step.at}>
        {step.conversionType
          ? `Conversion counted for ${variantLabel(step.testName, step.variant)}`
          : `Was shown ${variantLabel(step.testName, step.variant)}`}
      </Point>
    )
  return (
    <Point at={step.at} strong small={step.pagePath}>
      Conversion: {labelOf(step.conversionType)}
    </Point>
  )
}

type PointProps = { at: string; strong?: boolean; small?: string; children: ReactNode }

const Point = ({ at, strong, small, children }: PointProps) => (
  <li className="relative flex flex-wrap items-baseline gap-x-3 py-1 pl-4">
    <span
      aria-hidden
      className={clsx(
        'absolute top-2.5 -left-[5px] size-2 rounded-full',
        strong ? 'bg-accent' : 'bg-strong-line',
      )}
    />
    <span className={clsx('min-w-0', strong && 'font-semibold')}>{children}</span>
    {small && <span className="min-w-0 text-sm wrap-anywhere text-muted">{small}</span>}
    <time dateTime={at} className="ml-auto shrink-0 text-xs text-muted tabular-nums">
      {dateTime(at)}
    </time>
  </li>
)
