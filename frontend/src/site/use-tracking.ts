/** The page's tracker and ad pixel. null while the page is prerendered. */
import { createContext, use } from 'react'
import type { Pixel } from '../track/pixel.ts'
import type { Tracker } from '../track/tracker.ts'

export type Tracking = { tracker: Tracker; pixel: Pixel }

export const TrackingContext = createContext<Tracking | null>(null)
export const useTracking = (): Tracking | null => use(TrackingContext)
