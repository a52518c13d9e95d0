import { Funnel } from '../funnel/funnel.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { Stats } from '../stats/stats.tsx'
import { Traffic } from '../traffic/traffic.tsx'

export const TrafficPage = () => (
  <>
    <CardBoundary what="totals">
      <Stats />
    </CardBoundary>
    <CardBoundary what="funnel">
      <Funnel />
    </CardBoundary>
    <CardBoundary what="traffic">
      <Traffic />
    </CardBoundary>
  </>
)
