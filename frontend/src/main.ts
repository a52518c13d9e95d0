/** Starts the page: first the tracker, which is small and must not miss a short visit; React once the page is painted. */
import './styles.css'
import { isDamaged } from './damaged.ts'
import { isStaffPath, loadComponent } from './site/pages.ts'
import { trackPage } from './track/browser.ts'
import type { RepairedLink } from './track/link.ts'
import { loadUntilThere } from './ui/load-until-there.ts'

const root = document.getElementById('root') ?? document.body
/** A prerendered page, or one in a background tab, is no visit until it is visible. Its visibility says both. */
const whenSeen = (run: () => void): void => {
  if (document.visibilityState === 'visible') run()
  else document.addEventListener('visibilitychange', () => whenSeen(run), { once: true })
}
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

const startSite = (link?: RepairedLink): void =>
  whenSeen(() => {
    const tracker = trackPage(window, link)
    const visit = () => tracker?.visit(location.pathname)
    visit()
    // Records exposures to the tests of this page. A page made for one variant has no test.
    tracker?.expose(document.documentElement.dataset)
    window.addEventListener('pageshow', event => event.persisted && whenSeen(visit))
    afterPaint(() => {
      loadUntilThere(
        () => Promise.all([import('./public.tsx'), loadComponent(location.pathname)]),
        ([{ startPublic }, Page]) => startPublic(root, tracker, Page),
      )
      if (tracker)
        import('./track/after-page.ts').then(
          ({ afterPage }) => afterPage(window, tracker),
          () => undefined,
        )
    })
  })

const { pathname, search, hash } = location
if (isStaffPath(pathname)) {
  loadUntilThere(
    () => import('./staff.tsx'),
    ({ startStaff }) => startStaff(root),
  )
} else if (isDamaged(search + hash)) {
  // An address that hands over a session (`tag.ts`) also matches `isDamaged`.
  import('./track/handover.ts').then(
    ({ arrive }) => startSite(arrive(window)),
    () => startSite(),
  )
} else startSite()
