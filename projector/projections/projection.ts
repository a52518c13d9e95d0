import type { Kind } from './kinds.ts'
import type { Rollup } from './rollup.ts'

/** A read model: all that the projector, a comparison of generations and an erasure have to know about it. */
export type Projection = {
  reads: Kind[]
  /** Refreshed in this order: a tier reads the one before it. */
  rollups: Rollup[]
  /** Query keys of the API's answers that change with it. */
  feeds: string[]
}
