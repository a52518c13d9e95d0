/** The page that the address names: fetched when it is first wanted, and apart from the others when it fails. */
import { isAtLeast } from '@firsttouch/api/contract/roles'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { movedTo } from '../address/old-address.ts'
import { useSession } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { placeOf } from './pages.ts'

export const PageBody = ({ page }: { page: DashboardPage }) => {
  const moved = movedTo(page, useLocation())
  const { load, label, role } = placeOf(page)
  const { data: session } = useSession()
  const Page = useLoaded(load)
  if (moved) return <Navigate to={moved} replace />
  if (session && !isAtLeast(session.role, role))
    return (
      <p className="rounded-lg border border-line bg-card p-4 sm:p-5">
        Your role does not see {label}. Ask an owner.
      </p>
    )
  return (
    <Boundary fallback={retry => <Broken label={label} onRetry={retry} />}>
      {Page ? (
        <>
          <Arrival />
          <Page />
        </>
      ) : (
        <div aria-busy>
          <span className="sr-only">Loading {label}</span>
          <Skeleton className="h-64" />
        </div>
      )}
    </Boundary>
  )
}

const Broken = ({ label, onRetry }: { label: string; onRetry: () => void }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-card p-4 sm:p-5"
  >
    <p className="grow">The page {label} could not be shown. The other pages are not affected.</p>
    <Button onClick={onRetry}>Try again</Button>
  </div>
)

/** Scrolls to the section that the address names, once it is there. */
const Arrival = () => {
  const { hash } = useLocation()
  const last = useRef('')
  useEffect(() => {
    if (hash === last.current) return
    last.current = hash
    const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!section) return
    section.focus({ preventScroll: true })
    section.scrollIntoView({ block: 'start' })
  }, [hash])
  return null
}
