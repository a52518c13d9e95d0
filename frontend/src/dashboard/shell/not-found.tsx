import { dashboardPath } from '../../dashboard-pages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useDashboardSurface } from './use-dashboard-surface.ts'

export const NotFound = () => {
  useDashboardSurface('404 Page Not Found')
  return (
    <main className="mx-auto grid min-h-dvh max-w-md place-content-center justify-items-start gap-4 p-6">
      <h1 className="display text-2xl">404 Page Not Found</h1>
      <p>The dashboard has no page at this address. It may have moved. Check the link for typos.</p>
      <a href={dashboardPath('overview')} className={buttonClass({})}>
        Return to the dashboard
      </a>
    </main>
  )
}
