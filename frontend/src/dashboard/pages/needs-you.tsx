import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useFunnel } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { counted } from '../words/format.ts'
import { useCounts } from './counts.ts'

export const NeedsYou = () => {
  const { unanswered, due, verdicts, testAlarms, alarms } = useCounts()
  const costs = useFunnel().data
  const withoutCost = (useMay('staff') && costs?.daysWithoutCost?.days) || 0
  const address = usePageAddress()
  const waiting = [
    [alarms, counted(alarms, 'alarms'), address('settings', { tab: 'system' })],
    [testAlarms, `${counted(testAlarms, 'alarms')} of A/B tests`, address('split-test')],
    [unanswered, counted(unanswered, 'new leads'), address('leads', { 'lead-status': 'new' })],
    [due, `${counted(due, 'leads')} to follow up`, address('leads', { 'lead-follow-up': 'due' })],
    [verdicts, `${counted(verdicts, 'verdicts')} of A/B tests`, address('split-test')],
    [
      withoutCost,
      `Advertising cost missing for ${counted(withoutCost, 'days')}`,
      address('campaigns', { 'campaigns-part': 'costs' }),
    ],
  ] as const
  const ones = waiting.filter(([value]) => value > 0)
  if (ones.length === 0) return null
  return (
    <section
      aria-label="Needs you now"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-lg border border-line bg-card px-4 py-2 sm:px-5"
    >
      <h2 className="font-semibold max-sm:basis-full">Needs you now</h2>
      {ones.map(([, words, to]) => (
        <Link
          key={words}
          to={to}
          className="dashboard-target inline-flex items-center underline underline-offset-2 hover:no-underline"
        >
          {words}
        </Link>
      ))}
    </section>
  )
}
