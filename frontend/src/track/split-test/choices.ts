/** The variants stored in this browser. A new run of a test draws again. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { Store } from '../store.ts'

export const variantKey = (testName: string): string => `ab_test_${testName}`
/** Absent during a test's first run, whose id is empty. */
const RUN = '_run'
export const runKey = (testName: string): string => variantKey(testName) + RUN

type Running = Extract<ServedShares[string], { run: string }>
type Choice = ReturnType<typeof openChoice>

/** Includes running tests only. Exposures to other tests do not count. */
export const openChoices = (store: Store, served: ServedShares): ReadonlyMap<string, Choice> =>
  new Map(
    Object.entries(served).flatMap(([testName, test]) =>
      'shares' in test ? [[testName, openChoice(store, variantKey(testName), test)]] : [],
    ),
  )

const openChoice = (store: Store, key: string, { run, shares }: Running) => ({
  /**
   * undefined if the choice belongs to an earlier run. A choice of a later run is valid, because the page may be older
   * than the choice. Run ids ascend.
   */
  kept: (): string | undefined => {
    const variant = (store.get(key + RUN) ?? '') < run || store.get(key)
    return shares.find(([name]) => name === variant)?.[0]
  },
  keep: (variant: string): void => {
    // Write the run last. If the page closes in between, the choice belongs to the previous run and is ignored.
    store.set(key, variant)
    if (run) store.set(key + RUN, run)
    else store.remove(key + RUN)
  },
})
