/** What waits for somebody, each with the way to it; nothing where nothing waits. */
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useFunnel } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { counted } from '../words/format.ts'
import { useCounts } from './counts.ts'

export const NeedsYou = () => {
  const { unanswered, due, verdicts, testAlarms, alarms } = useCounts()
  const isStaff = useMay('staff')
  const withoutCost = useFunnel().data?.daysWithoutCost?.days ?? 0
  const address = usePageAddress()
  const waiting = [
    { value: alarms, words: counted(alarms, 'alarms'), to: address('settings', { tab: 'system' }) },
    {
      value: testAlarms,
      words: `${counted(testAlarms, 'alarms')} of A/B tests`,
      to: address('split-test'),
    },
    {
      value: unanswered,
      words: counted(unanswered, 'new leads'),
      to: address('leads', { 'lead-status': 'new' }),
    },
    {
      value: due,
      words: `${counted(due, 'leads')} due`,
      to: address('leads', { 'lead-follow-up': 'due' }),
    },
    {
      value: verdicts,
      words: `${counted(verdicts, 'verdicts')} of A/B tests`,
      to: address('split-test'),
    },
    {
      value: isStaff ? withoutCost : 0,
      words: `${counted(withoutCost, 'days')} without a cost`,
      to: address('campaigns'),
    },
  ].filter(({ value }) => value > 0)
  if (waiting.length === 0) return null
  return (
    <section
      aria-label="Needs you now"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 rounded-lg border border-line bg-card px-4 py-2 sm:px-5"
    >
      <h2 className="font-semibold max-sm:basis-full">Needs you now</h2>
      {waiting.map(({ words, to }) => (
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
