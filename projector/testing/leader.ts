/** A leader's dependencies, for tests of a single part. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { LogRecord } from '@firsttouch/infra/log/log'
import { groupOf } from '@firsttouch/infra/stores/read-models'
import pLimit from 'p-limit'
import type { Sql } from 'postgres'
import { type Commit, openCommit, type Projected, readOffsets } from '../steps/commit.ts'
import { openHalfDone } from '../steps/half-done.ts'
import { openQuestions } from '../steps/questions.ts'
import { NO_REDACTION } from '../steps/read.ts'
import { openStore } from '../steps/store.ts'
import { lookingAt } from './looking-at.ts'

type Stores = { clickhouse: ClickHouseClient; sql: Sql; db: string }

/** Takes the lease from its holder, whose next commit fails. `tables`: the roll-ups that batches refresh, all by default. */
export const openLeader = async ({ clickhouse, sql, db }: Stores, tables?: string[]) => {
  const group = groupOf(db)
  const [row] = await sql<{ epoch: string }[]>`
    INSERT INTO projector_leases AS lease (consumer_group, holder, epoch, expires_at)
    VALUES (${group}, 'a test', 1, now() + interval '1 day')
    ON CONFLICT (consumer_group) DO UPDATE SET epoch = lease.epoch + 1, expires_at = EXCLUDED.expires_at
    RETURNING epoch`
  const [epoch, whole] = [Number(row?.epoch), openStore(clickhouse, db)]
  const store = tables ? lookingAt(whole, ...tables) : whole
  return {
    ...{ readRedaction: async () => NO_REDACTION, clickhouse, sql, db, epoch, store },
    commit: openCommit({ sql, db, epoch, store }),
    halfDone: openHalfDone(await openQuestions(clickhouse, db).held(), await readOffsets(sql, group)),
    turn: pLimit(1) as <T>(work: () => Promise<T>) => Promise<T>,
  }
}

export const commit = (
  records: LogRecord[],
  projected: Projected,
  deps: Parameters<typeof openCommit>[0],
): ReturnType<Commit> => openCommit(deps)(records, projected)
