/** Faults planted in the simulated system. Each fault wraps one port or step. The simulator must find every fault. */
import { cellsOf } from '../entries/rows.ts'
import type { Commit } from '../steps/commit.ts'
import type { Plant } from './leader.ts'
import type { StoreModel } from './store-model.ts'

const refreshing = (
  change: (parts: Parameters<StoreModel['refresh']>[0]) => Parameters<StoreModel['refresh']>[0],
): Plant => ({
  store: store => ({ ...store, refresh: parts => store.refresh(change(parts)) }),
})
const counting = (
  change: (
    ledger: Parameters<Parameters<NonNullable<Plant['transact']>>[0]>[0] extends (
      ledger: infer L,
      ...rest: never[]
    ) => unknown
      ? L
      : never,
  ) => object,
): Plant => ({
  transact: transact => work =>
    transact((ledger, offsets) => work({ ...ledger, ...change(ledger) }, offsets)),
})

type Write = () => Promise<unknown>

/** `isRefreshLate`: inserts and refreshes happen after the commit. Otherwise inserts happen after the refresh, before the commit. */
const late = (isRefreshLate: boolean): Plant => {
  const waitingFor = new WeakMap<StoreModel, Write[]>()
  const commit = (real: Commit, store: StoreModel): Commit => {
    const flush = async () => {
      for (const write of waitingFor.get(store)?.splice(0) ?? []) await write()
    }
    return async (records, projected) => {
      if (!isRefreshLate) await flush()
      const counted = await real(records, projected)
      await flush()
      return counted
    }
  }
  const wrapped = (store: StoreModel): StoreModel => {
    const waiting: Write[] = []
    const own: StoreModel = {
      ...store,
      insertEvents: async rows => void waiting.push(() => store.insertEvents(rows)),
      refresh: async parts => {
        if (!isRefreshLate || waiting.length === 0) return store.refresh(parts)
        waiting.push(() => store.refresh(parts))
        return '0'
      },
    }
    waitingFor.set(own, waiting)
    return own
  }
  return { commit, store: wrapped }
}

/** Name and factory of each fault. Factories, because some faults have state. */
export const FAULTS: [string, () => Plant][] = [
  ['the checkpoint is committed before the insert and the refresh', () => late(true)],
  ['buckets are refreshed before the insert', () => late(false)],
  ['a commit has no fence', () => ({ isCommitFenced: false })],
  [
    'versions do not increase across epochs',
    () => ({ versionOf: version => Number(BigInt(version) % 2n ** 32n) }),
  ],
  ['no known ids are looked up', () => ({ store: store => ({ ...store, known: async () => [] }) })],
  [
    'known ids are looked up after the insert',
    () => ({
      store: store => {
        let ids: string[] = []
        const known: Awaited<ReturnType<StoreModel['known']>> = []
        return {
          ...store,
          known: async asked => {
            ids = asked
            return known
          },
          insertEvents: async rows => {
            await store.insertEvents(rows)
            known.splice(0, known.length, ...(await store.known(ids)))
          },
        }
      },
    }),
  ],
  [
    'each refresh assumes that its batch only adds events',
    () => refreshing(parts => parts.map(([rollup, scope]) => [rollup, { ...scope, onlyAdds: true }])),
  ],
  [
    'a refresh leaves out the quarter-hours of sessions',
    () => refreshing(parts => parts.filter(([{ table }]) => table !== 'session_sums')),
  ],
  [
    'a refresh leaves out the older buckets',
    () =>
      refreshing(parts =>
        parts.map(([rollup, scope]) => [
          rollup,
          { ...scope, buckets: Array.isArray(scope.buckets) ? scope.buckets.slice(-1) : scope.buckets },
        ]),
      ),
  ],
  [
    'a refresh covers only the first session of a batch',
    () =>
      refreshing(parts =>
        parts.map(([rollup, scope]) => [
          rollup,
          { ...scope, sessions: scope.sessions && new Map([...scope.sessions].slice(0, 1)) },
        ]),
      ),
  ],
  ['a written day is not written again when a late event arrives', () => ({ isDayWritten: () => false })],
  [
    'duplicates are counted twice',
    () =>
      counting(({ addToCounts }) => ({
        addToCounts: (counts: { duplicates?: number }[]) =>
          addToCounts(counts.map(one => ({ ...one, duplicates: 2 * (one.duplicates ?? 0) })) as never),
      })),
  ],
  [
    'entries that are read again are counted again',
    () => ({ transact: transact => work => transact((ledger, _) => work(ledger, new Map())) }),
  ],
  [
    'a replayed dead letter stays open',
    () => counting(({ findSetAside }) => ({ closeDeadLetters: findSetAside })),
  ],
  ['dead letters are not saved', () => counting(() => ({ saveDeadLetters: async () => undefined }))],
  [
    'a leader reads the redaction only once, and not for each batch',
    () => ({
      readRedaction: read => {
        const once = read()
        return () => once.catch(read)
      },
    }),
  ],
  ['an erasure runs at the same time as a batch', () => ({ erasesBesideBatches: true })],
  ['an erasure leaves the replaced rows', () => ({ skipsDeletions: true })],
  [
    'the flag of a half-done batch is never set',
    () => ({ halfDone: halfDone => ({ ...halfDone, isAny: () => false }) }),
  ],
  [
    'the flag of a half-done batch is never cleared',
    () => ({ halfDone: halfDone => ({ ...halfDone, isAny: () => true }) }),
  ],
  [
    'a leader resumes at the checkpoint although the store lost its newest events',
    () => ({ resume: checkpoint => checkpoint }),
  ],
  ['a new leader does not refresh the recent buckets', () => ({ skipsRefreshRecent: true })],
  ['a fill runs at the same time as a batch', () => ({ fillsBesideBatches: true })],
  [
    'a fill leaves a tier out',
    () => ({
      fillStore: store => ({
        refresh: async parts => store.refresh(parts.filter(([{ table }]) => !table.endsWith('_sums'))),
      }),
    }),
  ],
  [
    'a batch drops the last event of an entry',
    () => ({
      store: store => ({
        ...store,
        insertEvents: rows => store.insertEvents(rows.filter(row => cellsOf(row)('log_index') === '0')),
      }),
    }),
  ],
]
