import { THRESHOLDS, VITALS, type Vital } from '@firsttouch/api/contract/vitals'
import { clsx } from 'clsx'
import { useDays } from '../data/figures.ts'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Nothing } from '../pieces/loaded.tsx'
import { count, duration, percent } from '../words/format.ts'
import { Panel } from './traffic-panel.tsx'

export const PageSpeed = () => (
  <Panel
    query={useDays('pageSpeed')}
    what="page speeds"
    title="Engagement and speed by page"
    isNarrowed={false}
    note={
      <p className="mt-1 max-w-prose text-sm text-muted">
        Counts the measured visits. Time on the screen and scroll depth are their averages. For LCP (loading),
        INP (response) and CLS (layout shift), three of four visits have this value or a better one.
      </p>
    }
  >
    {({ pages }) =>
      pages.length === 0 ? (
        <Nothing>Nothing measured on these days.</Nothing>
      ) : (
        <FigureTable
          caption="Engagement and speed by page"
          heads={['Page', 'Visits', 'Time', 'Scroll', ...VITALS.map(vital => vital.toUpperCase())]}
          rows={pages.map(page => ({
            key: page.page,
            head: (
              <span className="inline-block max-w-40 truncate align-bottom">
                {page.page || 'Page no longer stored'}
              </span>
            ),
            cells: [
              count(page.visits),
              <span key="time" className="whitespace-nowrap">
                {duration(page.visibleMs)}
              </span>,
              percent(page.scrollPercent, 1).replace('.0%', '%'),
              ...VITALS.map(vital => <VitalText key={vital} vital={vital} value={page[vital]} />),
            ],
          }))}
          className="max-h-72"
          look="text-xs sm:text-sm"
          dense
        />
      )
    }
  </Panel>
)

const VitalText = ({ vital, value }: { vital: Vital; value: number | null }) => {
  if (value === null) return '–'
  const [good, poor] = THRESHOLDS[vital]
  const verdict = value <= good ? 'good' : value > poor ? 'poor' : 'needs work'
  return (
    <span
      className={clsx(
        'whitespace-nowrap',
        verdict === 'good' && 'text-ok',
        verdict === 'poor' && 'font-semibold text-danger',
      )}
    >
      {vital === 'cls'
        ? value.toFixed(2)
        : vital === 'lcp'
          ? `${(value / 1000).toFixed(1)} s`
          : `${value} ms`}
      <span className="sr-only"> ({verdict})</span>
    </span>
  )
}
