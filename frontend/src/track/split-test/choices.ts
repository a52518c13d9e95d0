/** The variants that this browser keeps. A choice holds in the run that it was drawn in: a new run draws anew. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { Store } from '../store.ts'

export const variantKey = (testName: string): string => `ab_test_${testName}`
/** Nothing is kept here for the run that a test begins with: the choices of earlier visits are of that one. */
const RUN = '_run'
export const runKey = (testName: string): string => variantKey(testName) + RUN

type Running = Extract<ServedShares[string], { run: string }>
type Choice = ReturnType<typeof openChoice>

/** By test, of those that run: of others nobody is counted. */
export const openChoices = (store: Store, served: ServedShares): ReadonlyMap<string, Choice> =>
  new Map(
    Object.entries(served).flatMap(([testName, test]) =>
      'shares' in test ? [[testName, openChoice(store, variantKey(testName), test)]] : [],
    ),
  )

const openChoice = (store: Store, key: string, { run, shares }: Running) => ({
  /** Undefined unless it is of this run, or of a later one where the page is the older: ids of runs rise. */
  kept: (): string | undefined => {
    const variant = (store.get(key + RUN) ?? '') < run || store.get(key)
    return shares.find(([name]) => name === variant)?.[0]
  },
  keep: (variant: string): void => {
    // The run last: a page that ends in between leaves a choice of the run before, which counts no more.
    store.set(key, variant)
    if (run) store.set(key + RUN, run)
    else store.remove(key + RUN)
  },
})
