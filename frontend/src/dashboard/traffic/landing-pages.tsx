import { useTraffic } from '../data/figures.ts'
import { count, counted } from '../words/format.ts'
import { pageWords } from './landed.ts'
import { LandedList } from './landed-list.tsx'
import { Panel } from './traffic-panel.tsx'

/** The first pages of sessions, with all that these sessions did afterwards. */
export const LandingPages = () => (
  <Panel query={useTraffic('landingPages')} what="landing pages" title="Visits by landing page" isNarrowed>
    {({ pages, others }) => (
      <>
        <LandedList
          label="Visits by landing page"
          one="Page"
          rows={pages.map(({ page, ...counts }) => ({ name: pageWords(page), ...counts }))}
          nothing="No visits in these days."
        />
        {others.pages > 0 && (
          <p className="mt-1 text-sm text-muted">
            And {counted(others.visits, 'visits')} that began on {count(others.pages)} other{' '}
            {others.pages === 1 ? 'page' : 'pages'}.
          </p>
        )}
      </>
    )}
  </Panel>
)
