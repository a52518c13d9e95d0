/** What a new leader does before its first batch. */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { DEFINITIONS } from '@firsttouch/infra/stores/read-models'
import { ROLLUPS } from './projections/index.ts'
import { openQuestions, type Questions } from './steps/questions.ts'
import type { Store } from './steps/store.ts'

type Tables = { clickhouse: ClickHouseClient; db: string }

/**
 * Ends all writes of former leaders and prevents their refreshes. `isCurrent` is true if the rows follow this release's
 * definitions. If it is false, the API does not serve the rows until `noteDefinitions`.
 */
export const fenceOff = async (tables: Tables, epoch: number, signal: AbortSignal, isCurrent = false) => {
  await noteLeader(tables, epoch, isCurrent ? DEFINITIONS : 0)
  await openQuestions(tables.clickhouse, tables.db).endWrites(signal)
}

/** Records that the generation's rows follow this release's definitions of the read models. */
export const noteDefinitions = (tables: Tables, epoch: number): Promise<void> =>
  noteLeader(tables, epoch, DEFINITIONS)

const noteLeader = async ({ clickhouse, db }: Tables, epoch: number, definitions: number): Promise<void> => {
  await clickhouse.command({
    query: `INSERT INTO ${db}.leaders (epoch, definitions) VALUES (${epoch}, ${definitions})`,
    clickhouse_settings: INSERT_SETTINGS,
  })
}

type RecentDeps = { questions: Pick<Questions, 'recentBuckets'>; store: Pick<Store, 'refresh'> }

/** Refreshes recent buckets. Roll-ups reach the disk after the checkpoint, so a power cut may have lost new rows. */
export const refreshRecent = async (
  { questions, store }: RecentDeps,
  signal?: Pick<AbortSignal, 'aborted'>,
): Promise<void> => {
  for (const rollup of ROLLUPS) {
    if (signal?.aborted) return
    const buckets = await questions.recentBuckets(rollup.bucket)
    await store.refresh([[rollup, { buckets }]])
  }
}

type ResumeDeps = {
  questions: Pick<Questions, 'nextOffset' | 'readProgress' | 'recentOffset' | 'takeBackProgress'>
  store: Pick<Store, 'saveProgress'>
  checkpoint: (partition: number) => Promise<number>
}

/**
 * Returns the offset at which the leader starts to read a partition, usually the checkpoint. After a power cut or the
 * restore of an older backup, `events` may have lost entries below the checkpoint. The leader then starts ten minutes
 * before the newest entry that is left.
 *
 * `progress` records where `events` must end. Example: the checkpoint is 500, and `events` must end at 480, because the
 * later entries were duplicates. If `events` ends at 430, the leader starts ten minutes before 430, and so rereads 430 to 480.
 */
export const openResume =
  ({ questions, store, checkpoint: readCheckpoint }: ResumeDeps) =>
  async (partition: number): Promise<number> => {
    const checkpoint = await readCheckpoint(partition)
    const [held, saved] = await Promise.all([
      questions.nextOffset(partition),
      questions.readProgress(partition),
    ])
    // `events` may end below the checkpoint without a loss, if the last entries were only duplicates and dead letters.
    const isWhole = saved.next >= checkpoint && held >= saved.keptTo
    if (held < checkpoint && !isWhole) {
      const { offset } = await questions.recentOffset(partition)
      await questions.takeBackProgress(partition, offset)
      return Math.min(offset, checkpoint)
    }
    if (saved.next < checkpoint) {
      const { newest } = await questions.recentOffset(partition)
      await store.saveProgress([{ partition, nextOffset: checkpoint, appendedAt: newest, keptTo: held }])
    }
    return checkpoint
  }
