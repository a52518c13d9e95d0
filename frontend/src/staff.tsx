/** Each route loads separately, so a failure in one does not affect another. */
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { openQueryClient } from './dashboard/data/query-client.ts'
import { DASHBOARD_PAGES, type DashboardPage, dashboardPath } from './dashboard-pages.ts'
import { reloadWhenReplaced } from './replaced.ts'
import { Boundary } from './ui/boundary.tsx'
import { Button } from './ui/button.tsx'
import { Toaster } from './ui/toaster.tsx'
import { useLoaded } from './ui/use-loaded.ts'

const loadDashboard = async () => (await import('./dashboard/shell/dashboard.tsx')).Dashboard
const loadLogin = async () => (await import('./dashboard/shell/login.tsx')).Login
const loadInvitation = async () => (await import('./dashboard/shell/invitation.tsx')).Invitation
const loadNotFound = async () => (await import('./dashboard/shell/not-found.tsx')).NotFound

export const startStaff = (root: HTMLElement): void => {
  reloadWhenReplaced()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={openQueryClient()}>
        <BrowserRouter>
          <Routes>
            {DASHBOARD_PAGES.map(page => (
              // All pages render the same component in the same place, so an open panel stays open.
              <Route key={page} path={dashboardPath(page)} element={<Admin page={page} />} />
            ))}
            <Route path="/login" element={<Screen load={loadLogin} />} />
            <Route path="/invitation" element={<Screen load={loadInvitation} />} />
            <Route path="*" element={<Screen load={loadNotFound} />} />
          </Routes>
        </BrowserRouter>
        <Boundary>
          <Toaster />
        </Boundary>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const Admin = ({ page }: { page: DashboardPage }) => {
  const Dashboard = useLoaded(loadDashboard)
  return <Boundary fallback={Broken}>{Dashboard && <Dashboard page={page} />}</Boundary>
}

const Screen = ({ load }: { load: () => Promise<ComponentType> }) => {
  const Loaded = useLoaded(load)
  return <Boundary fallback={Broken}>{Loaded && <Loaded />}</Boundary>
}

/** Shown after an error that no inner error boundary has caught. Only a reload can help. */
const Broken = () => (
  <main role="alert" className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6">
    <h1 className="display text-2xl">The dashboard could not be shown</h1>
    <p>
      Your saved data is safe. Reload the page. If the problem persists, tell the administrator of this site.
    </p>
    <Button variant="ghost" className="justify-self-start" onClick={() => location.reload()}>
      Reload the page
    </Button>
  </main>
)
