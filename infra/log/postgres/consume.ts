import type { Sql } from 'postgres'
import { allEnded, untilDone, within } from '../../platform/timing.ts'
import { openWakeup } from '../../platform/wakeup.ts'
import { connect } from '../../stores/connection.ts'
import { startHeartbeat } from '../../stores/holding.ts'
import type { ConsumeOptions, LogRecord } from '../log.ts'
import { CHANNEL } from './append.ts'
import { joinGroup, refreshClaims } from './claims.ts'
import type { Compactor } from './compact.ts'
import { commitPlaces, readBatch, readCommitted, readEnds } from './read.ts'

export type Consumer = {
  url: string
  group: string
  partitions: number
  compactor: Compactor
  handle: (batch: LogRecord[]) => Promise<void>
}
/** The consumer's state in one partition. A failed batch stays here for its retry. */
type Place = {
  partition: number
  next: number | null
  batch: LogRecord[] | null
  /** The batch after the current one. Resolves to null if there was no entry or the read failed. */
  ahead: Promise<LogRecord[] | null> | null
  delay: number
  retryAt: number
}
/** Waits for a query. Rejects when the server does not answer in time, or when the consumer ends. */
type Ask = <T>(work: Promise<T>) => Promise<T>
type Session = { sql: Sql; ask: Ask; pid: number; places: Map<number, Place> }

const MAX_BATCH = 5_000
const POLL_MS = 250
const CLAIM_EVERY_MS = 500
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
const RECONNECT_AFTER_MS = 1_000
const ANSWER_TIMEOUT_MS = 30_000
/** Milliseconds. A stop waits for the commit, so this must be shorter than the shutdown's time limit. */
const COMMIT_TIMEOUT_MS = 5_000

export const consumePostgres = async (consumer: Consumer, options: ConsumeOptions): Promise<void> => {
  const { signal, onError = console.error } = options
  await untilDone({ signal, onError, everyMs: RECONNECT_AFTER_MS }, () => runSession(consumer, options))
}

/** Locks, reads and commits share one connection, so a consumer that has lost its locks can neither read nor commit. */
const runSession = async (consumer: Consumer, options: ConsumeOptions): Promise<void> => {
  const { signal, onError = console.error } = options
  const report = (error: unknown) => signal.aborted || onError(error)
  const wakeup = openWakeup()
  const sql = connect(consumer.url, { max: 1, max_lifetime: null })
  const stopHeartbeat = startHeartbeat(sql)
  const ask: Ask = work => within(ANSWER_TIMEOUT_MS, work, signal)
  try {
    await ask(sql.listen(CHANNEL, wakeup.wake))
    await ask(joinGroup(sql, consumer.group))
    const { pid } = await ask(readEnds(sql))
    const session: Session = { sql, ask, pid, places: new Map() }
    for (let claimAt = 0; !signal.aborted; ) {
      if (performance.now() >= claimAt) {
        await ask(claim(session, consumer))
        claimAt = performance.now() + CLAIM_EVERY_MS
      }
      void consumer.compactor.look(session.places.keys()).catch(report)
      if (!(await runRound(session, consumer, options))) await wakeup.sleep(POLL_MS, signal)
    }
  } finally {
    stopHeartbeat()
    // Seconds. Statements that are still running may end within this time.
    await sql.end({ timeout: 1 })
  }
}

const claim = async ({ sql, places }: Session, { group, partitions }: Consumer): Promise<void> => {
  const held = new Set(places.keys())
  await refreshClaims(sql, group, partitions, held)
  for (const partition of places.keys()) if (!held.has(partition)) places.delete(partition)
  for (const partition of held)
    if (!places.has(partition))
      places.set(partition, { partition, next: null, batch: null, ahead: null, delay: 0, retryAt: 0 })
}

/** Hands over one batch of every partition, so that the handler can combine them. Returns whether any succeeded. */
const runRound = async (session: Session, consumer: Consumer, options: ConsumeOptions): Promise<boolean> => {
  const { ends, pid } = await session.ask(readEnds(session.sql))
  if (pid !== session.pid) throw new Error('The connection to the log was lost, and its locks with it.')
  const ready = [...session.places.values()].filter(place => place.retryAt <= performance.now())
  const endOf = ({ partition }: Place) => ends.get(partition) ?? 0
  // Wait for all reads even if one fails, because no read may outlive the session.
  const isRead = await allEnded(ready.map(place => readNext(session, consumer, options, place, endOf(place))))
  const read = ready.filter((_, i) => isRead[i])
  // Hand over all batches in the same turn of the event loop, so that the handler combines them.
  const done = (
    await allEnded(read.map(place => handOver(session, consumer, options, place, endOf(place))))
  ).flat()
  if (done.length === 0) return false
  const places = done.map(({ place: { partition }, next }) => ({ partition, next }))
  await within(COMMIT_TIMEOUT_MS, commitPlaces(session.sql, { group: consumer.group, places, pid }))
  for (const { place, next } of done) Object.assign(place, { next, batch: null, delay: 0 })
  return true
}

const readFrom = (
  { sql, ask }: Session,
  place: Place,
  from: number,
  { maxBatch = MAX_BATCH }: ConsumeOptions,
) => ask(readBatch(sql, place.partition, from, maxBatch))

/** Reads the next batch into `place`. Returns whether there is one. */
const readNext = async (
  session: Session,
  { group }: Consumer,
  options: ConsumeOptions,
  place: Place,
  end: number,
): Promise<boolean> => {
  if (place.next === null) {
    const committed = await session.ask(readCommitted(session.sql, group, place.partition))
    const wanted = await attempt(
      place,
      options,
      async () => (await options.startAt?.(place.partition)) ?? null,
    )
    if (!wanted.done) return false
    place.next = Math.max(0, Math.min(committed, wanted.value ?? committed))
  }
  if (place.next >= end) return false
  if (!place.batch) {
    place.batch = (await place.ahead) ?? (await readFrom(session, place, place.next, options))
    place.ahead = null
  }
  return true
}

/** Returns a list with the place and its next offset, or an empty list if the batch failed. */
const handOver = async (
  session: Session,
  { handle }: Consumer,
  options: ConsumeOptions,
  place: Place,
  end: number,
): Promise<{ place: Place; next: number }[]> => {
  const { maxBatch = MAX_BATCH } = options
  const batch = place.batch ?? []
  // An empty batch means that all entries from the position up to `end` have been deleted.
  const next = (batch.at(-1)?.offset ?? end - 1) + 1
  if (options.ahead && end - next >= maxBatch)
    place.ahead ??= lookAhead(options.ahead, readFrom(session, place, next, options))
  const isDone = batch.length === 0 || (await attempt(place, options, () => handle(batch))).done
  return isDone ? [{ place, next }] : []
}

/** Returns null if the read fails. Only full batches are read ahead, because a smaller one may still grow. */
const lookAhead = async (show: (batch: LogRecord[]) => void, reading: Promise<LogRecord[]>) => {
  try {
    const batch = await reading
    if (batch.length === 0) return null
    show(batch)
    return batch
  } catch {
    return null
  }
}

/** After an error, this partition is retried with exponential back-off. */
const attempt = async <T>(
  place: Place,
  { onError = console.error }: ConsumeOptions,
  work: () => Promise<T>,
): Promise<{ done: true; value: T } | { done: false }> => {
  try {
    return { done: true, value: await work() }
  } catch (error) {
    onError(error)
    place.delay = Math.min(Math.max(place.delay * 2, FIRST_DELAY_MS), MAX_DELAY_MS)
    place.retryAt = performance.now() + place.delay
    return { done: false }
  }
}
