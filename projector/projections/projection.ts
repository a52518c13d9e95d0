import type { Kind } from './kinds.ts'
import type { Rollup } from './rollup.ts'

/** A read model: all that the projector, a comparison of generations, an erasure and a cluster have to know about it. */
export type Projection = {
  reads: Kind[]
  /** Refreshed in this order: a tier reads the one before it. */
  rollups: Rollup[]
  /** Query keys of the API's answers that change with it. */
  feeds: string[]
  /** The edition that it came with. */
  since: number
  /** No release before that edition could write what it reads: it lacks nothing of the log's past. */
  startsEmpty?: true
}
