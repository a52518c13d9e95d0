import { Funnel } from '../funnel/funnel.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { Stats } from '../stats/stats.tsx'
import { Traffic } from '../traffic/traffic.tsx'

export const TrafficPage = () => (
  <Cards
    of={{
      totals: <Stats forChart />,
      traffic: <Traffic />,
      funnel: <Funnel />,
    }}
  />
)
