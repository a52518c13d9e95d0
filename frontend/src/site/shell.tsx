import { type ReactNode, useEffect } from 'react'
import { request } from '../api.ts'
import { Boundary } from '../ui/boundary.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { SiteConfigProvider } from './site-config.tsx'
import { type Tracking, TrackingContext, useConsent, useTracking } from './use-tracking.ts'

export const Shell = ({ tracking, children }: { tracking: Tracking | null; children: ReactNode }) => (
  <TrackingContext value={tracking}>
    <SiteConfigProvider>
      <Boundary>
        <PixelLoader />
      </Boundary>
      {children}
      <Boundary>
        <ConsentBanner />
      </Boundary>
      <Boundary>
        <Toaster />
      </Boundary>
    </SiteConfigProvider>
  </TrackingContext>
)

/** Loads the ad pixel after consent, if the business has a pixel id. */
const PixelLoader = () => {
  const tracking = useTracking()
  const mayLoad = useConsent() === 'granted'
  useEffect(() => {
    if (!mayLoad || !tracking) return
    tracking.pixel.track('PageView', {}, tracking.tracker.firstTouch())
    request<{ pixelId: string }>('GET', '/api/config/facebook-pixel-id').then(
      ({ pixelId }) => pixelId && tracking.pixel.load(pixelId),
      error => console.warn('Pixel:', error),
    )
  }, [mayLoad, tracking])
  return null
}

const answer = buttonClass({ variant: 'secondary', className: 'flex-1' })

/** Asks for consent if the business requires it. The site stores nothing before the answer. */
const ConsentBanner = () => {
  const tracker = useTracking()?.tracker
  if (useConsent() !== 'asking') return null
  return (
    <section
      aria-label="Your privacy"
      className="fixed inset-x-3 bottom-3 z-40 rounded-lg border-2 border-ink bg-card p-5 shadow-2xl sm:right-auto sm:left-6 sm:bottom-6 sm:max-w-sm"
    >
      <h2 className="text-base font-bold">May we count your visit?</h2>
      <p className="mt-1 text-sm text-muted">
        If you agree, we store a random number in this browser to see which advert brought you and which page
        works better. No names, nothing sold. The site works the same if you say no.{' '}
        {document.documentElement.dataset.clickWords}
        <a href="/privacy" className="underline underline-offset-4">
          What we keep about you
        </a>
      </p>
      <div className="mt-4 flex gap-3">
        <button type="button" className={answer} onClick={() => tracker?.decide('granted')}>
          Yes, fine
        </button>
        <button type="button" className={answer} onClick={() => tracker?.decide('denied')}>
          No, thanks
        </button>
      </div>
    </section>
  )
}
