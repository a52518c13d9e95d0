/** Wraps every public page, in the browser and in the prerendered HTML. */
import type { ReactNode } from 'react'
import { Toaster } from '../ui/toaster.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { PixelLoader } from './pixel-loader.tsx'
import { SiteConfigProvider } from './site-config.tsx'
import { type Tracking, TrackingContext } from './use-tracking.ts'
import { Widget } from './widget.tsx'

export const Shell = ({ tracking, children }: { tracking: Tracking | null; children: ReactNode }) => (
  <TrackingContext value={tracking}>
    <SiteConfigProvider>
      <Widget>
        <PixelLoader />
      </Widget>
      {children}
      <Widget>
        <ConsentBanner />
      </Widget>
      <Widget>
        <Toaster />
      </Widget>
    </SiteConfigProvider>
  </TrackingContext>
)
