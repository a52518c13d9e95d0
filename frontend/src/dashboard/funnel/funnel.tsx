import type { Funnel as Answer, FunnelStep } from '@firsttouch/api/contract/costs/funnel'
import { Link } from 'react-router-dom'
import { oneOf, useChoice } from '../address/filters.ts'
import { useNarrowed, usePageFilter } from '../address/page-filter.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useRange } from '../address/range.ts'
import { useFunnel } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { daysBefore } from '../pieces/comparison.ts'
import { costDaysWords, coveredWords, noCostWords, withoutCost } from '../pieces/cost-words.ts'
import { FigureTable } from '../pieces/figure-table.tsx'
import { FilterSelect } from '../pieces/filters/filters.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { count, money, percent } from '../words/format.ts'
import { LANDING_LABELS } from '../words/variant-names.ts'

const VARIANT = oneOf('variant', 'Landing page of the funnel', 'Any landing page', LANDING_LABELS)

export const Funnel = () => {
  const [variant, setVariant] = useChoice(VARIANT)
  const query = useFunnel()
  const { words } = useRange()
  const narrowed = useNarrowed()
  const { partNarrowed } = usePageFilter()
  return (
    <Section
      id="funnel"
      title="From visit to customer"
      meta={
        <>
          <span>{words}</span>
          {narrowed && <span>{narrowed}</span>}
        </>
      }
      actions={<FilterSelect filter={VARIANT} value={variant} onChange={setVariant} />}
    >
      <Loaded query={query} what="funnel" skeleton="m-5 h-64">
        {answer => (
          <div className="px-4 py-4 sm:px-5">
            <FunnelTable answer={answer} />
            <p className="mt-3 text-xs text-muted">{noteOf(answer, partNarrowed)}</p>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

const noteOf = (answer: Answer, part: string | undefined): string => {
  const { cost, costDays, currency, daysWithoutCost, previous } = answer
  const missing = daysWithoutCost && withoutCost(daysWithoutCost)
  return [
    'A lead counts on the day its form was sent, with its current status. A lead that was qualified and is now closed still counts as qualified. The steps for closed leads and onboarding forms include leads that were never qualified. The small percentage with a minus is the drop from the step above.',
    costDays
      ? `${costDaysWords(costDays)} are ${money(cost, currency)}. “Cost each” is this sum, divided by the count of the same days.`
      : noCostWords(answer, part),
    missing && `${missing}.`,
    previous &&
      `“Before” means ${daysBefore(previous)}.${previous.costDays ? ` Its costs are those of ${coveredWords(previous.costDays)}.` : ''}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const STEPS: Readonly<Record<FunnelStep, { label: string; leads: Readonly<Record<string, string>> | null }>> =
  {
    visit: { label: 'Visits', leads: null },
    lead: { label: 'Leads', leads: {} },
    qualified: { label: 'Qualified', leads: { 'lead-reached': 'qualified' } },
    closed: { label: 'Closed', leads: { 'lead-status': 'closed' } },
    onboarding: { label: 'Onboarding form sent', leads: { 'lead-reached': 'onboarding' } },
  }

const FunnelTable = ({ answer: { steps, currency, range } }: { answer: Answer }) => {
  const address = usePageAddress()
  const isStaff = useMay('staff')
  const [visits, leads] = [steps[0]?.count ?? 0, steps[1]?.count ?? 0]
  const shareOf = (step: FunnelStep) => {
    if (step === 'visit') return { of: visits, base: '' }
    return step === 'lead' ? { of: visits, base: 'of visits' } : { of: leads, base: 'of leads' }
  }
  const days = { ...(range.from && { 'lead-from': range.from }), ...(range.to && { 'lead-to': range.to }) }
  return (
    <FigureTable
      caption="Steps from visit to customer"
      look="text-sm"
      heads={['Step', 'Count', 'Share', 'Count before', 'Cost each', 'Cost each before']}
      wideOnly={[3, 5]}
      words={[2]}
      rows={steps.map(({ step, count: n, costEach, previous }, at) => {
        const { label, leads: filter } = STEPS[step]
        const more = { ...days, ...filter }
        return {
          key: step,
          head:
            isStaff && filter ? (
              <Link className="underline underline-offset-2" to={address('leads', more)}>
                {label}
              </Link>
            ) : (
              label
            ),
          cells: [
            <span key="count" className="font-semibold">
              <ChangedNumber value={n}>{count(n)}</ChangedNumber>
            </span>,
            <Share key="share" count={n} {...shareOf(step)} above={steps[at - 1]?.count} />,
            count(previous?.count),
            money(costEach, currency),
            money(previous?.costEach, currency),
          ],
        }
      })}
    />
  )
}

type ShareProps = { count: number; of: number; base: string; above: number | undefined }

const Share = ({ count: n, of, base, above }: ShareProps) => {
  const share = of === 0 ? null : (n / of) * 100
  return (
    <span className="inline-flex items-center gap-x-3 gap-y-1 max-sm:flex-col max-sm:items-start">
      <svg aria-hidden className="h-5 w-24 rounded-sm bg-sunken sm:w-56 lg:w-96">
        <rect className="fill-accent" width={`${share ?? 0}%`} height="100%" />
      </svg>
      {base && (
        <span className="min-w-24">
          {percent(share, 1)} <span className="text-xs text-muted">{base}</span>
          {above !== undefined && n < above && (
            <span className="block text-xs text-muted">−{percent((1 - n / above) * 100, 1)}</span>
          )}
        </span>
      )}
    </span>
  )
}
