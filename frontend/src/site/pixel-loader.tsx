/** Loads the ad pixel after consent, if the business has a pixel id. */
import { useEffect } from 'react'
import { request } from '../api.ts'
import { useConsent } from './use-consent.ts'
import { useTracking } from './use-tracking.ts'

export const PixelLoader = () => {
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
