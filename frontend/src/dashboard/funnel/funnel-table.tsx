import type { Funnel, FunnelStep } from '@firsttouch/api/contract/costs/funnel'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useMay } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
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

export const FunnelTable = ({ answer: { steps, currency, range }, variant }: FunnelTableProps) => {
  const address = usePageAddress()
  const isStaff = useMay('staff')
  const [visits, leads] = [steps[0]?.count ?? 0, steps[1]?.count ?? 0]
  const days = { ...(range.from && { 'lead-from': range.from }), ...(range.to && { 'lead-to': range.to }) }
  return (
    <table className="funnel-table tabular-nums">
      <caption className="sr-only">From visit to customer</caption>
      <Head />
      <tbody>
        {steps.map(({ step, count: n, costEach, previous }) => {
          const { label, leads: filter } = STEPS[step]
          const to =
            isStaff &&
            filter &&
            address('leads', { ...days, ...filter, ...(variant && { 'lead-variant': variant }) })
          return (
            <tr key={step}>
              <th scope="row">{to ? <Link to={to}>{label}</Link> : label}</th>
              <td className="funnel-count">
                <ChangedNumber value={n}>{count(n)}</ChangedNumber>
              </td>
              <td>{step === 'visit' ? '' : shareOf(n, step === 'lead' ? visits : leads)}</td>
              <td className="text-muted max-sm:hidden">{count(previous?.count)}</td>
              <td>{money(costEach, currency)}</td>
              <td className="text-muted max-sm:hidden">{money(previous?.costEach, currency)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Step</th>
      <th scope="col">Count</th>
      <th scope="col">Share</th>
      <th scope="col" className="max-sm:hidden">
        Before
      </th>
      <th scope="col">Cost each</th>
      <th scope="col" className="max-sm:hidden">
        Before
      </th>
    </tr>
  </thead>
)

/** Leads of visits, everything after it of leads. */
const shareOf = (n: number, all: number): string => percent(all === 0 ? null : (n / all) * 100, 1)
