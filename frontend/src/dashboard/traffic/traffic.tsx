import { useRange } from '../address/use-range.ts'
import { Section } from '../pieces/section.tsx'
import { LeftOut } from './left-out.tsx'
import { PageSpeed } from './page-speed.tsx'
import { Series } from './series.tsx'
import { Browsers, ConversionTypes } from './shares.tsx'
import { TrafficList } from './traffic-list.tsx'
import { VisitorsNow } from './visitors-now.tsx'

export const Traffic = () => (
  <Section id="traffic" title="Traffic" meta={<span>{useRange().words}</span>}>
    <div className="traffic-panels">
      <Series />
      <TrafficList />
      <VisitorsNow />
      <LeftOut />
      <ConversionTypes />
      <Browsers />
      <PageSpeed />
    </div>
  </Section>
)
