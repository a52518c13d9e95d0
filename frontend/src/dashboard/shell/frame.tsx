/** The frame around every page: header, rail, the bar of days and filters, and what works everywhere. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { usePageAddress } from '../address/page-links.ts'
import { DraftProvider, useDraft } from '../campaigns/form/shared-draft.tsx'
import { useSession } from '../data/use-read.ts'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { counted } from '../words/format.ts'
import { useCounts } from './counts.tsx'
import { Header } from './header.tsx'
import { Keys } from './keys.tsx'
import { LiveStatus } from './live-status.tsx'
import { Navigation } from './navigation.tsx'
import type { News } from './news/experiment-news.ts'
import { useExperimentNews } from './news/use-experiment-news.ts'
import { useNewLeads } from './news/use-new-leads.ts'
import { PageBody } from './page-body.tsx'
import { placeOf } from './pages.ts'
import { RangeBar } from './range-bar/range-bar.tsx'
import { logout } from './session/logout.ts'
import { PasswordDialog } from './session/password-dialog.tsx'
import { SessionDialog } from './session/session-dialog.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'

const TITLE = 'UTM Campaign Dashboard'

export const Frame = ({ page }: { page: DashboardPage }) => {
  const news = useExperimentNews(page)
  useTitle(page, news)
  const draft = useDraft()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const main = useArrivalOn(page)
  return (
    <DraftProvider value={draft}>
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <CardBoundary what="dialog">
        <Dialogs />
      </CardBoundary>
      <CardBoundary what="keyboard shortcuts">
        <Keys isSheetOpen={isSheetOpen} onSheet={setSheetOpen} />
      </CardBoundary>
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <div className="lg:col-start-2">
          <Header
            status={<Status news={news} />}
            onKeys={() => setSheetOpen(true)}
            onLogout={() => void logout()}
          />
        </div>
        <div className="dashboard-rail sticky top-0 z-20 lg:col-start-1 lg:row-span-3 lg:row-start-1 lg:h-dvh">
          <CardBoundary what="list of pages">
            <Rail page={page} news={news} />
          </CardBoundary>
        </div>
        <CardBoundary what="choice of days">
          <RangeBar page={page} />
        </CardBoundary>
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[80rem] space-y-4 px-4 pt-3 pb-32 outline-none sm:px-6 lg:col-start-2 lg:px-8"
        >
          <PageBody key={page} page={page} />
        </main>
      </div>
    </DraftProvider>
  )
}

/** With the number of leads, verdicts and alarms that came since somebody looked. */
const useTitle = (page: DashboardPage, { verdicts, alarms }: News) => {
  const unseen = useNewLeads(page) + verdicts + alarms
  const title = page === 'overview' ? TITLE : `${placeOf(page).label} · ${TITLE}`
  useDashboardSurface(unseen > 0 ? `(${unseen}) ${title}` : title)
}

/** Another page begins at its top, and the keyboard goes on there. */
const useArrivalOn = (page: DashboardPage) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    main.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [page])
  return main
}

const Dialogs = () => {
  const { data: session } = useSession()
  return (
    <>
      <SessionDialog username={session?.username ?? ''} />
      <PasswordDialog />
    </>
  )
}

const Status = ({ news }: { news: News }) => (
  <>
    <CardBoundary what="state of the live connection">
      <LiveStatus />
    </CardBoundary>
    <CardBoundary what="count of new leads">
      <NewLeads />
      <TestNews news={news} />
    </CardBoundary>
  </>
)

/** On a telephone the rail's own mark is out of sight until the strip is moved. */
const NewLeads = () => {
  const { unanswered } = useCounts()
  const address = usePageAddress()
  return unanswered > 0 ? (
    <Link
      to={address('leads', { 'lead-status': 'new' })}
      className="dashboard-target inline-flex items-center text-sm font-semibold underline underline-offset-2 sm:hidden"
    >
      {counted(unanswered, 'new leads')}
    </Link>
  ) : null
}

/** Read out when it comes; seen here on a telephone, elsewhere in the rail. */
const TestNews = ({ news: { verdicts, alarms } }: { news: News }) => {
  const address = usePageAddress()
  const words = [
    ...(alarms > 0 ? [`${counted(alarms, 'alarms')} of A/B tests`] : []),
    ...(verdicts > 0 ? [`${counted(verdicts, 'verdicts')} of A/B tests`] : []),
  ].join(', ')
  return (
    <>
      <span role="status" className="sr-only">
        {words}
      </span>
      {words && (
        <Link
          to={address('split-test')}
          className="dashboard-target inline-flex items-center text-sm font-semibold underline underline-offset-2 sm:hidden"
        >
          {words}
        </Link>
      )}
    </>
  )
}

const Rail = (props: { page: DashboardPage; news: News }) => <Navigation {...useCounts()} {...props} />
