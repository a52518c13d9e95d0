/** Starts the page: first the tracker, which is small and must not miss a short visit; React once the page is painted. */
import './styles.css'
import { isStaffPath, loadComponent } from './site/pages.ts'
import { trackPage } from './track/browser.ts'
import { loadUntilThere } from './ui/load-until-there.ts'

const root = document.getElementById('root') ?? document.body
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

if (isStaffPath(location.pathname)) {
  loadUntilThere(
    () => import('./staff.tsx'),
    ({ startStaff }) => startStaff(root),
  )
} else {
  const tracker = trackPage(window)
  tracker?.visit(location.pathname)
  // Of the tests on this page alone: a variant's own page has none and exposes nobody.
  tracker?.expose(document.documentElement.dataset)
  window.addEventListener('pageshow', event => event.persisted && tracker?.visit(location.pathname))
  afterPaint(() =>
    loadUntilThere(
      () => Promise.all([import('./public.tsx'), loadComponent(location.pathname)]),
      ([{ startPublic }, Page]) => startPublic(root, tracker, Page),
    ),
  )
}
