import { useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { isUnauthorised } from '../data/failures.ts'
import { useCampaigns, useTraffic } from '../data/figures.ts'
import { interrupt, useInterruptions } from '../data/interruptions.ts'
import { clearFlag, isFlagged } from '../data/logged-in-flag.ts'
import { useMay, useRead, useSession } from '../data/use-read.ts'
import { useLeadFilter, useLeadPages } from '../leads/use-lead-filter.ts'
import { useSubmissionFilters, useSubmissionPages } from '../onboarding/use-submission-filters.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Frame, TITLE } from './frame.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'

const Setup = lazily(async () => (await import('./session/setup.tsx')).Setup, 'm-5 h-64')

export const Dashboard = ({ page }: { page: DashboardPage }) => {
  const { pathname, search, hash } = useLocation()
  const [load, setLoad] = useState<FirstLoad>(() => (isFlagged() ? 'loading' : 'refused'))
  const finish = (found: FirstLoad) => {
    if (found === 'refused') clearFlag()
    setLoad(found)
  }
  const { setup } = useInterruptions()
  const client = useQueryClient()
  const start = () => {
    interrupt({ setup: undefined })
    client.removeQueries()
    setLoad('loading')
  }
  if (setup) return <Setup step={setup} onDone={start} />
  if (load === 'refused')
    return <Navigate to="/login" replace state={{ wanted: `${pathname}${search}${hash}` }} />
  return (
    <>
      {load === 'loading' && <WhileLoading onDone={finish} />}
      <Frame page={page} isShown={load === 'ready'} />
    </>
  )
}

const WhileLoading = ({ onDone }: { onDone: (load: FirstLoad) => void }) => {
  useDashboardSurface(TITLE)
  useFirstLoad(onDone)
  return (
    <div role="status" className="fixed inset-0 flex items-center justify-center gap-3 text-muted">
      <LoaderCircle aria-hidden size={20} className="animate-spin" />
      <span>Loading dashboard...</span>
    </div>
  )
}

type FirstLoad = 'loading' | 'refused' | 'ready'

/** Waits for the first data. Only the spinner uses this hook, so the hook's subscriptions end when the cards render. */
const useFirstLoad = (onDone: (load: FirstLoad) => void): void => {
  const session = useSession()
  const reads = [useTraffic('analytics'), useCampaigns(), useRead('experiments')]
  const inboxes = [useLeadPages(useLeadFilter()).query, useSubmissionPages(useSubmissionFilters()).query]
  const isStaff = useMay('staff')
  const isWaiting =
    session.isPending ||
    reads.some(read => read.isPending) ||
    (isStaff && inboxes.some(({ data, isError }) => data === undefined && !isError))
  const load = isUnauthorised(session.error) ? 'refused' : isWaiting ? 'loading' : 'ready'
  useEffect(() => {
    if (load !== 'loading') onDone(load)
  }, [load, onDone])
}
