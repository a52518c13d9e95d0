import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddressValue } from '../address/use-address.ts'
import { useTraffic } from '../data/figures.ts'
import { FilterSelect } from '../pieces/filters/filter-bar.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { LandedList } from './landed-list.tsx'
import { Panel } from './traffic-panel.tsx'
import { agentWords } from './use-landings.ts'

const KINDS = ['Devices', 'Browsers'] as const

/** Each with its share of all visits. */
export const DevicesPanel = () => {
  const [chosen, choose] = useAddressValue('by', KINDS)
  const byBrowser = chosen === 'Browsers'
  const label = byBrowser ? 'Visits by browser' : 'Visits by device'
  return (
    <Panel
      title={label}
      isNarrowed
      tools={
        <FilterSelect
          label="Show devices or browsers"
          all={KINDS[0]}
          value={chosen}
          options={KINDS.slice(1)}
          onChange={choose}
        />
      }
    >
      <Loaded query={useTraffic('devices')} what="devices" bare skeleton={<Skeleton className="h-40" />}>
        {({ devices, browsers, totals }) => (
          <LandedList
            label={label}
            one={byBrowser ? 'Browser' : 'Device'}
            rows={
              byBrowser
                ? (browsers?.map(({ browser, ...counts }) => ({ name: agentWords(browser), ...counts })) ??
                  null)
                : (devices?.map(({ device, ...counts }) => ({ name: agentWords(device), ...counts })) ?? null)
            }
            nothing="No visits in these days."
            shareOf={totals.visits}
          />
        )}
      </Loaded>
    </Panel>
  )
}
