import { usePageFact } from '../../ui/use-page-fact.ts'
import { useTraffic } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { RankedBars } from '../pieces/ranked-bars.tsx'
import { count, percent } from '../words/format.ts'
import { deviceLabel } from '../words/labels.ts'
import { Panel } from './traffic-panel.tsx'

export const Browsers = () => {
  const isKept = usePageFact('identityCookie')
  return (
    <Panel query={useTraffic('devices')} what="browsers" title="Visits by browser" isNarrowed>
      {({ browsers, totals: { visits: all } }) => (
        <>
          {browsers.length === 0 ? (
            <Nothing>No visits in these days.</Nothing>
          ) : (
            <RankedBars
              label="Visits by browser"
              bars={browsers.map(({ browser, visits }) => ({
                ...{ name: browser, label: deviceLabel(browser), value: visits },
                text: `${count(visits)} (${percent(all === 0 ? 0 : (visits / all) * 100, 1)})`,
              }))}
            />
          )}
          {!isKept && (
            <Forgetful safari={browsers.find(({ browser }) => browser === 'Safari')?.visits} of={all} />
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
