import { oneOf, useChoice } from '../address/filters.ts'
import { useTraffic } from '../data/figures.ts'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { agentWords } from './landed.ts'
import { LandedList } from './landed-list.tsx'
import { Panel } from './traffic-panel.tsx'

const KINDS = oneOf('by', 'Show devices or browsers', 'Devices', [['browsers', 'Browsers']])

/** Each with its share of all visits. */
export const DevicesPanel = () => {
  const [chosen, choose] = useChoice(KINDS)
  const byBrowser = chosen === 'browsers'
  const label = byBrowser ? 'Visits by browser' : 'Visits by device'
  return (
    <Panel
      query={useTraffic('devices')}
      what="devices"
      title={label}
      isNarrowed
      tools={<FilterSelect filter={KINDS} value={chosen} onChange={choose} />}
    >
      {({ devices, browsers, totals }) => (
        <LandedList
          label={label}
          one={byBrowser ? 'Browser' : 'Device'}
          rows={
            byBrowser
              ? browsers.map(({ browser, ...counts }) => ({ name: agentWords(browser), ...counts }))
              : devices.map(({ device, ...counts }) => ({ name: agentWords(device), ...counts }))
          }
          nothing="No visits in these days."
          shareOf={totals.visits}
        />
      )}
    </Panel>
  )
}
