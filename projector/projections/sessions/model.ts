import type { Projection } from '../projection.ts'
import type { Comparison } from '../rollup.ts'
import type { Rows } from './row.ts'

/** A read model of sessions: the rows that one session makes, and what else there is to know of it. */
export type SessionModel = Rows &
  Pick<Projection, 'reads' | 'feeds'> & { parity?: Record<string, Comparison> }
