/** What surrounds every public page, in the browser and in the prerendered HTML alike. */
import type { ReactNode } from 'react'
import { Toaster } from '../ui/toaster.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { PixelLoader } from './pixel-loader.tsx'
import { SiteConfigProvider } from './site-config.tsx'
import { type Tracking, TrackingContext } from './use-tracking.ts'

export const Shell = ({ tracking, children }: { tracking: Tracking | null; children: ReactNode }) => (
  <TrackingContext value={tracking}>
    <SiteConfigProvider>
      <PixelLoader />
      {children}
      <ConsentBanner />
      <Toaster />
    </SiteConfigProvider>
  </TrackingContext>
)
