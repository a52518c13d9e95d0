import type { Projection } from '../projection.ts'
import type { Comparison } from '../rollup.ts'

/** A read model of sessions: the rows that one makes (`row.ts`), and what else there is to know of it. */
export type SessionModel = Pick<Projection, 'reads' | 'feeds' | 'since'> & {
  model: string
  rows: string
  parity?: Record<string, Comparison>
}
