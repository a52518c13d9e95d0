import type { Funnel, FunnelStep } from '@firsttouch/api/contract/costs/funnel'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useMay } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { count, money, percent } from '../words/format.ts'

/** Which filter of the list of leads finds the same; a visit is no lead. */
const STEPS: Readonly<Record<FunnelStep, { label: string; leads: Readonly<Record<string, string>> | null }>> =
  {
    visit: { label: 'Visits', leads: null },
    lead: { label: 'Leads', leads: {} },
    qualified: { label: 'Qualified', leads: { 'lead-reached': 'qualified' } },
    closed: { label: 'Closed', leads: { 'lead-status': 'closed' } },
    onboarding: { label: 'Onboarding', leads: { 'lead-reached': 'onboarding' } },
  }

type FunnelTableProps = { answer: Funnel; variant: string }

/** Leads are a share of visits, the later steps one of leads. */
const HEADS = ['Step', 'Count', 'Share', 'Before', 'Cost each', 'Before']

export const FunnelTable = ({ answer: { steps, currency, range }, variant }: FunnelTableProps) => {
  const address = usePageAddress()
  const isStaff = useMay('staff')
  const [visits, leads] = [steps[0]?.count ?? 0, steps[1]?.count ?? 0]
  const days = { ...(range.from && { 'lead-from': range.from }), ...(range.to && { 'lead-to': range.to }) }
  return (
    <FigureTable
      caption="From visit to customer"
      look="text-sm"
      heads={HEADS}
      wideOnly={[3, 5]}
      rows={steps.map(({ step, count: n, costEach, previous }) => {
        const { label, leads: filter } = STEPS[step]
        const more = { ...days, ...filter, ...(variant && { 'lead-variant': variant }) }
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
            step !== 'visit' && <Share key="share" count={n} of={step === 'lead' ? visits : leads} />,
            count(previous?.count),
            money(costEach, currency),
            money(previous?.costEach, currency),
          ],
        }
      })}
    />
  )
}

const Share = ({ count: n, of }: { count: number; of: number }) => {
  const share = of === 0 ? null : (n / of) * 100
  return (
    <span className="inline-flex items-center gap-3">
      <svg aria-hidden className="h-3 w-12 rounded-sm bg-sunken sm:w-40">
        <rect className="fill-accent" width={`${share ?? 0}%`} height="100%" />
      </svg>
      <span className="min-w-12">{percent(share, 1)}</span>
    </span>
  )
}
