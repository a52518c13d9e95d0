import { isAtLeast } from '@firsttouch/api/contract/roles'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useSession } from '../data/use-read.ts'
import { CardBoundary } from '../pieces/card-boundary.tsx'
import { PLACES } from './pages.ts'

export const PageBody = ({ page, isShown = true }: { page: DashboardPage; isShown?: boolean }) => {
  const { load, label, role = 'viewer' } = PLACES[page]
  const { data: session } = useSession()
  const Page = useLoaded(load)
  if (session && !isAtLeast(session.role, role))
    return (
      <p className="rounded-lg border border-line bg-card p-4 sm:p-5">
        Your role has no access to {label}. An owner can change your role.
      </p>
    )
  return (
    <CardBoundary what={`page ${label}`} rest="The other pages are not affected.">
      {Page ? (
        <>
          {isShown && <Arrival />}
          <Page />
        </>
      ) : (
        <div aria-busy className="space-y-5 rounded-lg border border-line bg-card p-5">
          <span className="sr-only">Loading {label}</span>
          <Skeleton className="h-5 w-48" />
          <Skeleton className="skeleton-rows h-96" />
        </div>
      )}
    </CardBoundary>
  )
}

const scrolled = new Map<string, number>()

/** Restores the scroll position after Back. The browser restores it too early, before the page has its height. */
const Arrival = () => {
  const { hash, key } = useLocation()
  const way = useNavigationType()
  const last = useRef('')
  useLayoutEffect(() => {
    const keep = () => scrolled.set(key, scrollY)
    const stop = () => removeEventListener('scroll', keep)
    addEventListener('scroll', keep, { passive: true })
    // Stop recording the scroll position at Back, because later scroll events belong to another history entry.
    addEventListener('popstate', stop)
    return () => {
      stop()
      removeEventListener('popstate', stop)
    }
  }, [key])
  useEffect(() => {
    const top = way === 'POP' && scrolled.get(key)
    if (!top) return
    last.current = hash
    scrollTo({ top, behavior: 'instant' })
  }, [])
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
