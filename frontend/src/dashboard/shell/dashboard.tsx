/** The staff's pages: who may see them, and what they wait for. */
import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Frame } from './frame.tsx'
import { clearFlag, isFlagged } from './session/logged-in-flag.ts'
import { useDashboardSurface } from './use-dashboard-surface.ts'
import { type FirstLoad, useFirstLoad } from './use-first-load.ts'

export const Dashboard = ({ page }: { page: DashboardPage }) => {
  const { pathname, search, hash } = useLocation()
  const [load, setLoad] = useState<FirstLoad>(() => (isFlagged() ? 'loading' : 'refused'))
  const finish = (found: FirstLoad) => {
    if (found === 'refused') clearFlag()
    setLoad(found)
  }
  if (load === 'refused')
    return <Navigate to="/login" replace state={{ wanted: `${pathname}${search}${hash}` }} />
  return load === 'loading' ? <WhileLoading onDone={finish} /> : <Frame page={page} />
}

const WhileLoading = ({ onDone }: { onDone: (load: FirstLoad) => void }) => {
  useDashboardSurface('UTM Campaign Dashboard')
  useFirstLoad(onDone)
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Loading dashboard..." />
    </main>
  )
}
