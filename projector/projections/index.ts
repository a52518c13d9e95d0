/** The only registry of read models. A projection says which events it reads and which answers of the API it feeds. */
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { arms } from './arms.ts'
import { campaignSettings } from './campaign-settings.ts'
import { exposures } from './exposures.ts'
import { landings } from './landings.ts'
import { leads } from './leads.ts'
import type { Rollup } from './rollup.ts'
import { sessionConversions } from './session-conversions.ts'
import { touches } from './touches.ts'
import { traffic } from './traffic.ts'
import { variants } from './variants.ts'
import { visitors } from './visitors.ts'

export type Projection = {
  reads: (event: LoggedEvent) => boolean
  /** Refreshed in this order: a tier reads the one before it. */
  rollups: Rollup[]
  /** Query keys of the API's answers that change with it. */
  feeds: string[]
  /** The edition that it came with, for those that came later: what was projected before it is then filled in. */
  since?: number
}

/** Grows by one with each read model that is added to generations that may hold events already. */
export const EDITION = 2

export const PROJECTIONS: Projection[] = [
  traffic,
  visitors,
  landings,
  variants,
  exposures,
  sessionConversions,
  // Reads the two before it.
  arms,
  touches,
  leads,
  campaignSettings,
]
