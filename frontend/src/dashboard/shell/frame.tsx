import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Button } from '../pieces/button.tsx'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { ConfirmDialog } from '../pieces/confirm.tsx'
import { DraftProvider, useDraft } from '../pieces/shared-draft.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Keys } from './keys.tsx'
import { LiveStatus } from './live-status.tsx'
import { Navigation } from './navigation.tsx'
import { PageBody } from './page-body.tsx'
import { PLACES } from './pages.ts'
import { RangeBar } from './range-bar/range-bar.tsx'
import { Search } from './search.tsx'
import { logout } from './session/logout.ts'
import { PasswordDialog } from './session/password-dialog.tsx'
import { SessionDialog } from './session/session-dialog.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'
import { useNewLeads } from './use-new-leads.ts'

export const TITLE = 'UTM Campaign Dashboard'

/** The frame is rendered invisibly while the spinner is shown, so that the page's code and data already load. */
export const Frame = ({ page, isShown = true }: { page: DashboardPage; isShown?: boolean }) => {
  const draft = useDraft()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const main = useArrivalOn(page)
  useEffect(() => {
    // The address may have opened a dialog while the page was invisible. Reopen the dialog, so that it gets the focus.
    const dialog = isShown && document.querySelector<HTMLDialogElement>('dialog:modal')
    if (!dialog) return
    dialog.close()
    dialog.showModal()
  }, [isShown])
  return (
    <DraftProvider value={draft}>
      {isShown && (
        <>
          <SkipLink />
          <CardBoundary what="dialog">
            <SessionDialog />
            <PasswordDialog />
            <ConfirmDialog />
          </CardBoundary>
          <CardBoundary what="keyboard shortcuts">
            <Keys isSheetOpen={isSheetOpen} onSheet={setSheetOpen} />
          </CardBoundary>
        </>
      )}
      <div
        aria-hidden={!isShown || undefined}
        className={
          isShown
            ? 'lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]'
            : 'invisible h-dvh overflow-hidden lg:pl-[12.5rem]'
        }
      >
        {isShown && (
          <>
            <Header page={page} onKeys={() => setSheetOpen(true)} />
            <CardBoundary what="list of pages">
              <Navigation page={page} />
            </CardBoundary>
          </>
        )}
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[80rem] space-y-4 px-4 pt-3 pb-44 outline-none sm:px-6 lg:col-start-2 lg:px-8 lg:pb-32"
        >
          <PageBody key={page} page={page} isShown={isShown} />
        </main>
      </div>
    </DraftProvider>
  )
}

/** On a phone, only the line with the title is sticky. */
const Header = ({ page, onKeys }: { page: DashboardPage; onKeys: () => void }) => {
  const label = page === 'overview' ? TITLE : PLACES[page].label
  const unseen = useNewLeads(page)
  useDashboardSurface(
    `${unseen > 0 ? `(${unseen}) ` : ''}${page === 'overview' ? '' : `${label} · `}${TITLE}`,
  )
  return (
    <header className="max-lg:contents lg:sticky lg:top-0 lg:z-20 lg:col-start-2 lg:border-b lg:border-line lg:bg-page lg:has-aria-expanded:z-40">
      <div className="max-lg:contents lg:mx-auto lg:flex lg:min-h-14 lg:max-w-[80rem] lg:flex-wrap lg:items-center lg:gap-x-3 lg:gap-y-1 lg:px-8 lg:py-1.5">
        <div className="sticky top-0 z-20 flex h-12 items-center gap-1 border-b border-line bg-page px-4 has-aria-expanded:z-40 sm:px-6 lg:contents">
          <h1 className="display truncate text-lg lg:text-2xl">{label}</h1>
          <CardBoundary what="state of the live connection">
            <LiveStatus />
          </CardBoundary>
          <div
            className={clsx(
              'ml-auto flex shrink-0 items-center gap-1 lg:order-2',
              page === 'overview' && 'lg:ml-0',
            )}
          >
            <CardBoundary what="search">
              <Search />
            </CardBoundary>
            <AccountMenu onKeys={onKeys} />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-2 empty:hidden sm:px-6 lg:contents">
          <CardBoundary what="choice of days">
            <RangeBar page={page} />
          </CardBoundary>
          {page === 'overview' && (
            <div className="ml-auto flex gap-2 lg:order-1">
              <a href="/onboarding" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
                View Onboarding
              </a>
              <Button onClick={() => void logout()}>Logout</Button>
            </div>
          )}
        </div>
      </div>
    </header>
  )
}

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
