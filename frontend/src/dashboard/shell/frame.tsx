/** The frame around every page: header, rail, the bar of days and filters, and what works everywhere. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { SkipLink } from '../../ui/skip-link.tsx'
import { usePageAddress } from '../address/page-links.ts'
import { DraftProvider, useDraft } from '../campaigns/form/shared-draft.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { counted } from '../words/format.ts'
import { useCounts } from './counts.tsx'
import { Header } from './header.tsx'
import { Keys } from './keys.tsx'
import { LiveStatus } from './live-status.tsx'
import { Navigation } from './navigation.tsx'
import { PageBody } from './page-body.tsx'
import { placeOf } from './pages.ts'
import { RangeBar } from './range-bar/range-bar.tsx'
import { logout } from './session/logout.ts'
import { PasswordDialog } from './session/password-dialog.tsx'
import { SessionDialog } from './session/session-dialog.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'
import { useNewLeads } from './use-new-leads.ts'

const TITLE = 'UTM Campaign Dashboard'

export const Frame = ({ page }: { page: DashboardPage }) => {
  useTitle(page)
  const draft = useDraft()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const main = useArrivalOn(page)
  return (
    <DraftProvider value={draft}>
      <SkipLink />
      <CardBoundary what="dialog">
        <SessionDialog />
        <PasswordDialog />
      </CardBoundary>
      <CardBoundary what="keyboard shortcuts">
        <Keys isSheetOpen={isSheetOpen} onSheet={setSheetOpen} />
      </CardBoundary>
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <div className="lg:col-start-2">
          <Header onKeys={() => setSheetOpen(true)} onLogout={() => void logout()}>
            <CardBoundary what="state of the live connection">
              <LiveStatus />
            </CardBoundary>
            <CardBoundary what="count of new leads">
              <Waiting />
            </CardBoundary>
          </Header>
        </div>
        <div className="sticky top-0 z-20 border-b border-line bg-page px-3 py-1 lg:col-start-1 lg:border-r lg:border-b-0 lg:row-span-3 lg:row-start-1 lg:h-dvh">
          <CardBoundary what="list of pages">
            <Rail page={page} />
          </CardBoundary>
        </div>
        <CardBoundary what="choice of days">
          <RangeBar page={page} />
        </CardBoundary>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[80rem] space-y-4 px-4 pt-3 pb-32 outline-none sm:px-6 lg:col-start-2 lg:px-8"
        >
          <PageBody key={page} page={page} />
        </main>
      </div>
    </DraftProvider>
  )
}

/** With the number of leads since staff last looked. */
const useTitle = (page: DashboardPage) => {
  const unseen = useNewLeads(page)
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

/** On a telephone the rail's own marks are out of sight until the strip is moved. What waits at the tests is also read out. */
const Waiting = () => {
  const { unanswered, verdicts, testAlarms } = useCounts()
  const address = usePageAddress()
  const atTests = [
    testAlarms > 0 && `${counted(testAlarms, 'alarms')} of A/B tests`,
    verdicts > 0 && `${counted(verdicts, 'verdicts')} of A/B tests`,
  ]
  const words = atTests.filter(Boolean).join(', ')
  return (
    <>
      {unanswered > 0 && (
        <Link to={address('leads', { 'lead-status': 'new' })} className={WAITING}>
          {counted(unanswered, 'new leads')}
        </Link>
      )}
      <span role="status" className="sr-only">
        {words}
      </span>
      {words && (
        <Link to={address('split-test')} className={WAITING}>
          {words}
        </Link>
      )}
    </>
  )
}
const WAITING =
  'dashboard-target inline-flex items-center text-sm font-semibold underline underline-offset-2 sm:hidden'

const Rail = ({ page }: { page: DashboardPage }) => <Navigation {...useCounts()} page={page} />
