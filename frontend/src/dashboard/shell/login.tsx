import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { dashboardPath } from '../../dashboard-pages.ts'
import { SingleSignOn, SingleSignOnProblem } from '../settings/single-sign-on.tsx'
import { LoginForm } from './session/login-form.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'

/** Returns the path to open after the login, for example from a link in a mail. Accepts dashboard paths only. */
export const wantedIn = (state: unknown): string => {
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : ''
  return typeof wanted === 'string' && /^\/admin(?![\w-])/.test(wanted) ? wanted : dashboardPath('overview')
}

export const Login = () => {
  useDashboardSurface('Admin login')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const enter = () => {
    // Drop all cached reads, because the server may have refused them or answered another user.
    client.removeQueries()
    navigate(wantedIn(state))
  }
  // Load the dashboard's code while the user types. If that fails, the route retries.
  useEffect(() => void import('./dashboard.tsx').catch(() => undefined), [])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="rounded-lg border border-line bg-card p-6 sm:p-8">
          <span aria-hidden className="mb-5 block h-1.5 w-10 rounded-sm bg-accent" />
          <h1 className="display text-2xl">Admin Login</h1>
          <p className="mt-1 mb-6 text-muted">For staff: campaigns, results and leads.</p>
          <SingleSignOnProblem />
          <LoginForm onLogin={enter} />
          <SingleSignOn purpose="login" words="Log in with single sign-on" page={wantedIn(state)} />
        </div>
        <a
          href="/"
          className="mt-4 inline-flex items-center gap-1.5 text-muted hover:text-ink hover:underline"
        >
          <ArrowLeft aria-hidden size={16} /> Back to the site
        </a>
      </div>
    </main>
  )
}
