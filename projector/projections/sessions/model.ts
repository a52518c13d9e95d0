import type { Projection } from '../projection.ts'
import type { Comparison } from '../rollup.ts'
import type { Followed } from './followed.ts'
import type { FilledRow, Rows } from './row.ts'

/** A read model of sessions: the rows that one makes, in SQL and of a session that is followed, and what else there is to know of it. */
export type SessionModel = Rows &
  Pick<Projection, 'reads' | 'feeds' | 'since'> & {
    parity?: Record<string, Comparison>
    rows: (session: Followed) => FilledRow[]
  }
