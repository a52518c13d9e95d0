/** A run whose visitors are not shared out as planned: staff are told, once. */
import type { Verdict } from '../contract/experiments/results.ts'
import type { Deps } from '../deps.ts'
import { enqueueNews } from '../notifications/queue.ts'

/** Kept in the same transaction, so that it is told once however many read it, and though it may come and go. */
export const tellBrokenSplit = (
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  run: string,
  { arms, srm }: Pick<Verdict, 'arms' | 'srm'>,
  at: Date,
): Promise<void> =>
  sql.begin(async tx => {
    const counts = arms.map(({ variant, visitors }, i) => ({ variant, visitors, due: srm.expected[i] ?? 0 }))
    const kept = await tx`
      UPDATE experiment_runs SET split_broken_at = ${at}, split_broken_arms = ${tx.json(counts)}
      WHERE id = ${run} AND split_broken_at IS NULL RETURNING 1`
    if (kept.length > 0) await enqueueNews(tx, config.notify, { kind: 'split_broken', about: run, at })
  })
