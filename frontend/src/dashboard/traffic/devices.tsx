import { usePageFact } from '../../ui/use-page-fact.ts'
import { oneOf, useChoice } from '../address/filters.ts'
import { useTraffic } from '../data/figures.ts'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { percent } from '../words/format.ts'
import { agentWords } from './landed.ts'
import { LandedList } from './landed-list.tsx'
import { Panel } from './traffic-panel.tsx'

const KINDS = oneOf('by', 'Show devices or browsers', 'Devices', [['browsers', 'Browsers']])

/** Each with its share of all visits. */
export const DevicesPanel = () => {
  const [chosen, choose] = useChoice(KINDS)
  const byBrowser = chosen === 'browsers'
  const isKept = usePageFact('identityCookie')
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
        <>
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
          {!isKept && (
            <Forgetful
              safari={browsers.find(({ browser }) => browser === 'Safari')?.visits}
              of={totals.visits}
            />
          )}
        </>
      )}
    </Panel>
  )
}

/** Every browser on an iPhone forgets as Safari does, so the share is a lower bound. */
const Forgetful = ({ safari = 0, of }: { safari: number | undefined; of: number }) =>
  safari > 0 && (
    <p className="mt-3 text-sm text-muted">
      At least {percent((100 * safari) / of, 1)} of visits come from browsers that forget a visitor after
      seven days without a visit (Safari). IDENTITY_COOKIE=on keeps them.
    </p>
  )
