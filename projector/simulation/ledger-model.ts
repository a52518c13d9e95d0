/** Model of PostgreSQL for the projector: the lease and a group's counts. A transaction is atomic and takes no time. */
import type { LogRecord, Place } from '@firsttouch/infra/log/log'
import { type TypeCounts, tallyOf } from '../entries/tally.ts'
import { LeaseLost } from '../lease.ts'
import type { Ledger, Transact } from '../steps/commit.ts'
import type { Count, Sums } from '../steps/counts.ts'
import { type DeadLetter, placeOf, type SetAside } from '../steps/dead-letters.ts'
import type { Process, World } from './world.ts'

type Letter = { record: LogRecord; types: TypeCounts; isOpen: boolean; isRequested: boolean }

/** State of a transaction. */
type Accounts = {
  checkpoints: Map<number, number>
  entries: Map<number, number>
  /** Counts by partition and type. */
  counts: Map<string, Sums>
  deadLetters: Map<string, Letter>
}

export type Group = ReturnType<typeof openGroup>

export const openGroup = (now: () => number) => {
  let accounts: Accounts = {
    checkpoints: new Map(),
    entries: new Map(),
    counts: new Map(),
    deadLetters: new Map(),
  }
  const lease = { epoch: 0, expiresAt: 0 }
  /** Epochs of the commits, in order. */
  const epochs: number[] = []

  return {
    lease,
    epochs,
    accounts: () => accounts,

    acquire: (ttlMs: number): number | null => {
      if (lease.epoch > 0 && lease.expiresAt >= now()) return null
      Object.assign(lease, { epoch: lease.epoch + 1, expiresAt: now() + ttlMs })
      return lease.epoch
    },
    renew: (epoch: number, ttlMs: number): boolean => {
      if (lease.epoch !== epoch) return false
      lease.expiresAt = now() + ttlMs
      return true
    },
    release: (epoch: number): void => {
      if (lease.epoch === epoch) lease.expiresAt = now() - 1
    },

    transact: async <T>(epoch: number, isFenced: boolean, work: Parameters<Transact>[0]): Promise<T> => {
      if (isFenced && lease.epoch !== epoch) throw new LeaseLost('the simulation', epoch)
      const own = copyOf(accounts)
      const result = await work(ledgerOver(own), new Map(own.checkpoints))
      accounts = own
      epochs.push(epoch)
      return result as T
    },

    requestReplays: (): void => {
      for (const letter of accounts.deadLetters.values()) letter.isRequested = letter.isOpen
    },
    firstRequested: (): LogRecord | null =>
      [...accounts.deadLetters.values()].find(({ isOpen, isRequested }) => isOpen && isRequested)?.record ??
      null,
  }
}

const copyOf = ({ checkpoints, entries, counts, deadLetters }: Accounts): Accounts => ({
  checkpoints: new Map(checkpoints),
  entries: new Map(entries),
  counts: new Map([...counts].map(([key, sums]) => [key, { ...sums }])),
  deadLetters: new Map([...deadLetters].map(([key, letter]) => [key, { ...letter }])),
})

const ledgerOver = ({ checkpoints, entries, counts, deadLetters }: Accounts): Ledger => {
  const openAt = (places: Place[]) =>
    [...new Set(places.map(placeOf))].flatMap(place =>
      deadLetters.get(place)?.isOpen ? [deadLetters.get(place) as Letter] : [],
    )
  const setAside = ({ record: { partition, offset }, types }: Letter): SetAside => ({
    partition,
    offset,
    types,
  })
  return {
    saveDeadLetters: async (letters: DeadLetter[], isFresh) => {
      for (const letter of letters) {
        const before = deadLetters.get(placeOf(letter))
        const types = isFresh(letter) ? tallyOf(letter.value).counts : {}
        deadLetters.set(placeOf(letter), {
          record: letter,
          types: before?.isOpen ? before.types : types,
          isOpen: true,
          isRequested: false,
        })
      }
    },
    closeDeadLetters: async places =>
      openAt(places).map(letter => {
        Object.assign(letter, { isOpen: false, isRequested: false })
        return setAside(letter)
      }),
    findSetAside: async places => openAt(places).map(setAside),
    addToCounts: async (more: Count[]) => {
      for (const { partition, type, ...own } of more) {
        const key = `${partition} ${type}`
        const sums = counts.get(key) ?? { accepted: 0, projected: 0, duplicates: 0, conflicts: 0 }
        for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += own[name] ?? 0
        counts.set(key, sums)
      }
    },
    moveOffsets: async (records, fresh) => {
      for (const { partition, offset } of records)
        checkpoints.set(partition, Math.max(checkpoints.get(partition) ?? 0, offset + 1))
      for (const { partition } of fresh) entries.set(partition, (entries.get(partition) ?? 0) + 1)
    },
  }
}

/** A leader's port for its commits. */
export const openTransact = (
  group: Group,
  world: Pick<World, 'call'>,
  process: Process,
  epoch: number,
  isFenced = true,
): Transact => {
  return work =>
    world.call(process, { write: () => group.transact(epoch, isFenced, work as Parameters<Transact>[0]) })
}
