/** The tracker starts first, because it must not miss a short visit. React loads after the first paint. */
import './styles.css'
import { isDamaged } from './damaged.ts'
import { isStaffPath, loadComponent } from './site/pages.ts'
import { trackPage } from './track/browser.ts'
import type { RepairedLink } from './track/link.ts'
import { loadUntilThere } from './ui/load-until-there.ts'

const root = document.getElementById('root') ?? document.body
/** A page that the browser prerenders or opens in a background tab is not a visit yet. */
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
  // `isDamaged` also matches the session parameter that `tag.ts` adds to a link. `handover.ts` handles both cases.
  import('./track/handover.ts').then(
    ({ arrive }) => startSite(arrive(window)),
    () => startSite(),
  )
} else startSite()
