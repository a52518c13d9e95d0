/**
 * A simulated process. It waits for the lease, takes over, and runs batches and jobs in turns, like
 * `generations/generations.ts`. The steps are product code. The simulator has its own wiring and loops, because the
 * product's loops wait in real time.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import pLimit from 'p-limit'
import type { Sql } from 'postgres'
import { openReplay } from '../dead-letters/replay.ts'
import { cellsOf } from '../entries/rows.ts'
import { fill } from '../generations/fill.ts'
import { openDaysWith, withDays } from '../jobs/days.ts'
import { firstVersionOf, LeaseLost } from '../lease.ts'
import { type Aliases, redactErased } from '../privacy/erasures.ts'
import { redacting } from '../privacy/events.ts'
import { redactWith } from '../privacy/redact-store.ts'
import { DAY_SUMS } from '../projections/days.ts'
import { openBatch } from '../run.ts'
import { type Commit, commitWith, type Transact } from '../steps/commit.ts'
import { type HalfDone, openHalfDone } from '../steps/half-done.ts'
import type { Questions } from '../steps/questions.ts'
import type { Redaction } from '../steps/read.ts'
import { openResume, refreshRecent } from '../takeover.ts'
import { type Group, openTransact } from './ledger-model.ts'
import { openStoreModel, questionsTo, type StoreModel, type Tables, throwIfFenced } from './store-model.ts'
import { oneOf, type Process, type World } from './world.ts'

/** Shared state outside the processes. */
export type Surroundings = {
  world: World
  /** Entries by partition. */
  log: LogRecord[][]
  tables: Tables
  group: Group
  erased: { aliases: Aliases; appliedUntil: number }
  isBuilding: boolean
  refuses: boolean
  /** Current leaders, for invariants that are checked during a history. */
  leading: {
    process: Process
    epoch: number
    isFilling: () => boolean
    halfDone: HalfDone
    seen: Set<string>
  }[]
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Injection points of a fault. Each wraps or replaces a port or a step. */
export type Plant = {
  isCommitFenced?: boolean
  versionOf?: (version: string) => number
  store?: (store: StoreModel) => StoreModel
  transact?: (transact: Transact) => Transact
  commit?: (commit: Commit, store: StoreModel) => Commit
  halfDone?: (halfDone: HalfDone) => HalfDone
  isDayWritten?: () => boolean
  readRedaction?: (read: () => Promise<Redaction>) => () => Promise<Redaction>
  resume?: (checkpoint: (partition: number) => Promise<number>) => (partition: number) => Promise<number>
  fillStore?: (store: StoreModel) => Pick<StoreModel, 'refresh'>
  eraseStore?: (store: StoreModel) => Pick<StoreModel, 'refresh'>
  skipsRefreshRecent?: true
  skipsDeletions?: true
  erasesBesideBatches?: true
  fillsBesideBatches?: true
}

const TTL_MS = 6_000
const LOOK_EVERY_MS = 2_000
const RENEW_EVERY_MS = 1_500
const AFTER_FAILURE_MS = 300

export const runProcess = async (around: Surroundings, process: Process, plant: Plant): Promise<void> => {
  const { world, group } = around
  for (;;) {
    const epoch = await acquire(around, process).catch(() => null)
    if (epoch !== null) {
      await lead(around, process, epoch, plant).catch(() => undefined)
      await world.call(process, { write: () => group.release(epoch) }).catch(() => undefined)
    }
    await world.pause(process, LOOK_EVERY_MS)
  }
}

const acquire = ({ world, group }: Surroundings, process: Process) =>
  world.call(process, { write: () => group.acquire(TTL_MS) })

const lead = async (around: Surroundings, process: Process, epoch: number, plant: Plant): Promise<void> => {
  const { world, tables, group } = around
  const ask = <T>(question: () => T) => world.call(process, { write: question })
  let version = firstVersionOf(epoch)
  const stored = openStoreModel(tables, world, process, {
    epoch,
    nextVersion: () => String(++version),
    refuses: () => around.refuses,
    ...(plant.versionOf && { versionOf: plant.versionOf }),
  })
  const store = plant.store?.(stored) ?? stored
  const signal = { aborted: false }
  const stop = (): void => {
    signal.aborted = true
  }
  const loop = async (everyMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (!signal.aborted) {
      const isDone = await work().then(
        () => true,
        () => false,
      )
      await world.pause(process, isDone ? everyMs : AFTER_FAILURE_MS)
    }
  }
  const retried = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (signal.aborted) throw error
        await world.pause(process, AFTER_FAILURE_MS)
      }
    }
  }
  const renewing = loop(RENEW_EVERY_MS, async () => {
    if (!(await ask(() => group.renew(epoch, TTL_MS)))) stop()
  })
  await work({ around, process, epoch, plant, signal, stop, loop, retried, ask, store }).finally(stop)
  await renewing
}

type Leading = {
  around: Surroundings
  process: Process
  epoch: number
  plant: Plant
  signal: { aborted: boolean }
  stop: () => void
  loop: (everyMs: number, work: () => Promise<unknown>) => Promise<void>
  retried: <T>(work: () => Promise<T>) => Promise<T>
  ask: <T>(question: () => T) => Promise<T>
  store: StoreModel
}

const work = async ({
  around,
  process,
  epoch,
  plant,
  signal,
  stop,
  loop,
  retried,
  ask,
  store: ownStore,
}: Leading): Promise<void> => {
  const { world, log, tables, group, erased } = around
  const answers = questionsTo(tables)
  const questions: Omit<Questions, 'highestEpoch' | 'endWrites'> = {
    held: () => ask(answers.held),
    nextOffset: partition => ask(() => answers.nextOffset(partition)),
    readProgress: partition => ask(() => tables.currentProgress(partition)),
    recentOffset: partition => ask(() => answers.recentOffset(partition)),
    takeBackProgress: (partition, offset) => ask(() => tables.takeBackProgress(partition, offset)),
    recentBuckets: bucket => ask(() => answers.recentBuckets(bucket)),
    spansOf: column => ask(() => answers.spansOf(column)),
  }
  await world.call(process, { write: () => void tables.leaders.push(epoch) })
  await world.call(process, { write: () => world.endBegun() })
  let isFilling = around.isBuilding
  if (!isFilling && !plant.skipsRefreshRecent) await refreshRecent({ questions, store: ownStore })
  const written = {
    read: () => ask(() => tables.days.at(-1)),
    save: (until: number) =>
      world.call(process, {
        isKillable: true,
        read: () => throwIfFenced(tables, epoch),
        write: () => void tables.days.push({ zone: 'UTC', until }),
      }),
    oldest: () => ask(answers.oldestDay),
  }
  const days = await openDaysWith(written, { sums: DAY_SUMS, store: ownStore, timeZone: 'UTC', isFilling })
  const store = withDays(ownStore, { ...days, ...(plant.isDayWritten && { isWritten: plant.isDayWritten }) })
  const checkpoints = () => ask(() => new Map(group.accounts().checkpoints))
  const opened = openHalfDone(await questions.held(), await checkpoints())
  const halfDone = plant.halfDone?.(opened) ?? opened
  const transacting = openTransact(group, world, process, epoch, plant.isCommitFenced)
  const transact = plant.transact?.(transacting) ?? transacting
  const commits = commitWith({ transact, store })
  const commit = plant.commit?.(commits, ownStore) ?? commits
  const reading = () => ask(() => redacting(redactErased(new Map(erased.aliases))))
  const readRedaction = plant.readRedaction?.(reading) ?? reading
  const turn: Turn = pLimit(1)
  const beside: Turn = work => work()
  const leading = { process, epoch, isFilling: () => isFilling, halfDone, seen: new Set<string>() }
  around.leading.push(leading)

  const watched: StoreModel = {
    ...store,
    insertEvents: rows => {
      for (const row of rows)
        leading.seen.add(`${cellsOf(row)('log_partition')}/${cellsOf(row)('log_offset')}`)
      return store.insertEvents(rows)
    },
  }
  const batches = {
    ...{ commit, halfDone, readRedaction, db: 'simulation', onError: () => undefined },
    isFilling: () => isFilling,
    sql: { notify: async () => undefined } as unknown as Sql,
  }
  const batch = openBatch({ ...batches, store: watched })
  const checkpointOf = async (partition: number) => (await checkpoints()).get(partition) ?? 0
  const resume = plant.resume?.(checkpointOf) ?? openResume({ questions, store, checkpoint: checkpointOf })

  const consume = async (): Promise<void> => {
    const next = await retried(() => Promise.all(log.map((_, partition) => resume(partition))))
    // A log may redeliver entries whose consumer has not committed its offset.
    const positions = next.map(offset => (world.random() < 0.2 ? Math.max(0, offset - 2) : offset))
    await loop(AFTER_FAILURE_MS, async () => {
      for (;;) {
        const count = oneOf(world.random, [1, 2, 4])
        const records = await ask(() =>
          log.flatMap((all, partition) =>
            all.slice(positions[partition], (positions[partition] ?? 0) + count),
          ),
        )
        if (records.length === 0 || signal.aborted) return
        await turn(() => batch(records))
        for (const { partition, offset } of records) positions[partition] = offset + 1
      }
    })
  }

  const replayOne = openReplay({ ...batches, store, halfDone }, () => ask(group.firstRequested))

  let from: number | undefined = 0
  const erase = async (): Promise<void> => {
    const all = await ask(() => [...erased.aliases].slice(from ?? erased.appliedUntil))
    if (all.length > 0) await (plant.erasesBesideBatches ? beside : turn)(() => eraseAll(new Map(all)))
    from = undefined
  }
  const eraseAll = async (aliases: Aliases): Promise<void> => {
    await redactWith({
      store: plant.eraseStore?.(store) ?? store,
      readTouched: () => ask(() => tables.readTouched(aliases)),
      redactEvents: () => ask(() => tables.redactEvents(aliases)),
      endWrites: () => ask(() => world.endBegun()),
      deleteReplaced: async (rollup, refreshed) => {
        if (plant.skipsDeletions) return
        await ask(() => tables.deleteOlder(rollup, refreshed))
        await ask(() => tables.deleteGone(rollup, refreshed))
      },
    })
    const last = [...aliases.keys()].at(-1) ?? ''
    await ask(() => {
      if (group.lease.epoch !== epoch) throw new LeaseLost('the simulation', epoch)
      erased.appliedUntil = Math.max(erased.appliedUntil, [...erased.aliases.keys()].indexOf(last) + 1)
    })
  }

  const fillAtEnd = async (): Promise<void> => {
    while (isFilling && !signal.aborted) {
      const isAtEnd = await ask(() =>
        log.every((all, partition) => (group.accounts().checkpoints.get(partition) ?? 0) >= all.length),
      ).catch(() => false)
      if (isAtEnd)
        await (plant.fillsBesideBatches ? beside : turn)(async () => {
          await fill({ questions, store: plant.fillStore?.(store) ?? store, signal })
          isFilling = false
        }).catch(() => undefined)
      await world.pause(process, AFTER_FAILURE_MS)
    }
  }

  await Promise.all([
    consume().finally(stop),
    loop(LOOK_EVERY_MS, async () => {
      while (!signal.aborted && (await turn(replayOne)));
    }),
    loop(LOOK_EVERY_MS, erase),
    fillAtEnd().then(() =>
      loop(LOOK_EVERY_MS, () => days.writeOver(world.now(), turn, signal as AbortSignal)),
    ),
  ]).finally(() => {
    around.leading.splice(around.leading.indexOf(leading), 1)
  })
}
