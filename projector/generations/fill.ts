/** Fills the read models of a generation from its events in bulk instead of batch by batch. */
import { TIERS } from '../projections/index.ts'
import { minuteFor, type Rollup, type Scope, type Span } from '../projections/rollup.ts'
import type { Questions } from '../steps/questions.ts'
import type { Store } from '../steps/store.ts'

type FillDeps = {
  questions: Pick<Questions, 'spansOf'>
  store: Pick<Store, 'refresh'>
  signal: Pick<AbortSignal, 'aborted'>
}

/** No batch may run at the same time. */
export const fill = async ({ questions, store, signal }: FillDeps): Promise<void> => {
  const spans = {
    minute: await questions.spansOf('minute'),
    sessionMinute: await questions.spansOf('session_minute'),
  }
  const spansFor = ({ bucket }: Rollup): Span[] => spans[minuteFor(bucket)]
  for (const tier of TIERS) {
    const statements = Math.max(0, ...tier.map(rollup => spansFor(rollup).length))
    for (let i = 0; i < statements && !signal.aborted; i++)
      await store.refresh(
        tier.flatMap((rollup): [Rollup, Scope][] => {
          const buckets = spansFor(rollup)[i]
          return buckets ? [[rollup, { buckets }]] : []
        }),
      )
  }
}
