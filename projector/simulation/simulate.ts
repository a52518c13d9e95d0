/** Runs one history on a simulated machine until it is idle, and reports broken invariants. */
import type { Place } from '@firsttouch/infra/log/log'
import { sessionMinuteOf } from '../entries/rows.ts'
import { tallyOf } from '../entries/tally.ts'
import { redactErased, sessionHash } from '../privacy/erasures.ts'
import { redacting } from '../privacy/events.ts'
import { ROLLUPS } from '../projections/index.ts'
import { inOrder } from '../steps/duplicates.ts'
import { read } from '../steps/read.ts'
import { type Action, type History, historyOf, PARTITIONS, SESSIONS } from './history.ts'
import { type Plant, runProcess, type Surroundings } from './leader.ts'
import { openGroup } from './ledger-model.ts'
import { openTables } from './store-model.ts'
import { type Row, TABLES, tablesOf } from './tables.ts'
import { openWorld, type Process, randomOf } from './world.ts'

/** After the last action the machine runs for this many milliseconds, so that each loop runs at least twice. */
const SETTLE_MS = 15_000
const MAX_EVENTS = 6_000
const TWO_PROCESSES = 2

export const simulate = async (history: History, plant: Plant = {}): Promise<string[]> => {
  const world = openWorld(randomOf(history.seed + 1))
  const around: Surroundings = {
    world,
    log: Array.from({ length: PARTITIONS }, () => []),
    tables: openTables(world.now),
    group: openGroup(world.now),
    erased: { aliases: new Map(), appliedUntil: 0 },
    isBuilding: history.isBuilding,
    refuses: true,
    leading: [],
  }
  const wrong = new Set<string>()
  let processes: Process[] = []
  let started = 0
  const start = (): void => {
    started += 1
    const process = { name: `process ${started}`, isDead: false, frozenUntil: 0 }
    processes.push(process)
    void runProcess(around, process, plant)
  }
  const crash = (process: Process | undefined): void => {
    if (!process) return
    world.crash(process)
    processes = processes.filter(other => other !== process)
    around.leading = around.leading.filter(other => other.process !== process)
    start()
  }
  const leader = () => around.leading.at(-1)?.process ?? processes[0]
  const act = (action: Action): void => {
    switch (action.what) {
      case 'append':
        append(around, action)
        return
      case 'erase': {
        const hash = sessionHash(action.session)
        const alias = `utm_${sessionMinuteOf(action.session) * 1000}_erased${SESSIONS.indexOf(action.session)}`
        if (!around.erased.aliases.has(hash)) around.erased.aliases.set(hash, alias)
        return
      }
      case 'replay':
        around.group.requestReplays()
        return
      case 'accept the refused page':
        around.refuses = false
        return
      case 'merge':
        // A merge before the commit would remove the row that a batch replaced, and the product would count one
        // duplicate too few.
        if (!around.tables.allEvents().some(({ row }) => isUncounted(around, row))) around.tables.merge()
        return
      case 'next day':
        world.advance(26 * 3_600_000)
        return
      case 'power cut': {
        const now = world.now()
        world.loseStatements()
        around.tables.losePower(() => now - world.random() * 2_000, history.losesEvents)
        for (const process of [...processes]) crash(process)
        return
      }
      case 'crash':
        crash(leader())
        return
      case 'standby crashes':
        crash(processes.find(process => process !== leader()))
        return
      case 'outages':
        world.setOutages(action.share)
        return
      case 'freeze': {
        const process = leader()
        if (process) process.frozenUntil = world.now() + action.ms
      }
    }
  }
  const step = async (): Promise<void> => {
    await world.step()
    for (const one of halfDoneWrongly(around)) wrong.add(one)
  }

  for (let i = 0; i < TWO_PROCESSES; i++) start()
  let events = 0
  for (const { after, ...action } of history.steps) {
    for (let i = 0; i < after; i++, events++) await step()
    act(action as Action)
  }
  world.setOutages(0)
  const end =
    world.now() + SETTLE_MS + Math.max(0, ...processes.map(({ frozenUntil }) => frozenUntil - world.now()))
  while (world.now() < end || !world.isQuiet() || !isAtRest(around)) {
    if (events++ > MAX_EVENTS) {
      wrong.add(`The machine still has work after ${MAX_EVENTS} steps.`)
      break
    }
    await step()
  }
  if (!isKnownLimit(around, history)) for (const one of findWrong(around, history)) wrong.add(one)
  for (const process of processes) world.crash(process)
  return [...wrong]
}

const append = (
  { world, log }: Surroundings,
  { partition, key, value }: Extract<Action, { what: 'append' }>,
): void => {
  const all = log[partition] ?? []
  const receivedAt = new Date(world.now()).toISOString()
  all.push({
    partition,
    offset: all.length,
    key,
    value: value.replace(/"receivedAt":"[^"]*"/, `"receivedAt":"${receivedAt}"`),
    appendedAt: new Date(world.now()),
  })
}

const DAY_MS = 86_400_000
/** Whether the leader has written the sums of all days that ended more than an hour ago. */
const areDaysWritten = ({ tables, world }: Surroundings): boolean => {
  const end = Math.floor((world.now() - SETTLE_MS - 3_600_000) / DAY_MS) * (DAY_MS / 1000)
  const isAnyOver = ['event_sums', 'session_sums'].some(table =>
    tables.finalRows(table).some(({ bucket }) => bucket < end),
  )
  return !isAnyOver || (tables.days.at(-1)?.until ?? 0) >= end
}

const currentLeader = ({ leading, group, world }: Surroundings) =>
  leading.find(({ epoch, process }) => epoch === group.lease.epoch && world.isRunning(process))

const isAtRest = (around: Surroundings): boolean => {
  const leader = currentLeader(around)
  const isLeaderDone = leader !== undefined && !leader.isFilling() && !leader.halfDone.isAny()
  return isLeaderDone && areDaysWritten(around) && isProjected(around)
}
const isProjected = ({ log, group, erased }: Surroundings): boolean =>
  log.every((all, partition) => (group.accounts().checkpoints.get(partition) ?? 0) === all.length) &&
  erased.appliedUntil === erased.aliases.size &&
  group.firstRequested() === null

const isUncounted = ({ group }: Surroundings, { partition, offset }: Place) =>
  offset >= (group.accounts().checkpoints.get(partition) ?? 0)

/** If the leader has read an entry whose rows are stored but not counted, it must report a half-done batch. */
function* halfDoneWrongly(around: Surroundings): Generator<string> {
  const { leading, tables, world } = around
  const one = leading.at(-1)
  if (!one || !world.isRunning(one.process) || one.halfDone.isAny()) return
  const isSeen = ({ row }: { row: Place }) => one.seen.has(`${row.partition}/${row.offset}`)
  if (tables.allEvents().some(stored => isUncounted(around, stored.row) && isSeen(stored)))
    yield 'The store holds events that are not counted, but the leader reports no half-done batch.'
}

/**
 * Two known limits. First, inserts into `events` have no fence. A frozen leader that wakes up may insert an erased
 * session again. It may also insert an event again that the disk lost, after its successor refreshed the buckets.
 * Second, a batch may re-read a dead letter and project it. If the batch crashes after its insert, the dead letter
 * stays open.
 */
const isKnownLimit = ({ tables, group, erased }: Surroundings, { losesEvents }: History): boolean =>
  [...tables.lateSessions].some(session => losesEvents || erased.aliases.has(sessionHash(session))) ||
  tables
    .finalEvents()
    .some(({ partition, offset }) => group.accounts().deadLetters.get(`${partition}/${offset}`)?.isOpen)

function* findWrong(around: Surroundings, { losesEvents }: History): Generator<string> {
  const { log, tables, group, erased } = around
  const leader = currentLeader(around)
  const { checkpoints, entries, counts, deadLetters } = group.accounts()
  const isAside = ({ partition, offset }: { partition: number; offset: number }) =>
    deadLetters.get(`${partition}/${offset}`)?.isOpen ?? false
  const all = log.flat()
  const readable = all.filter(record => !isAside(record))
  const redaction = redacting(redactErased(erased.aliases))
  const { rows, deadLetters: unread } = read(
    readable.map(record => ({ ...record })),
    redaction,
  )
  if (unread.length > 0) yield `${unread.length} unreadable entries are no dead letters.`
  const unique = [...Map.groupBy(rows, ({ id }) => id).values()].map(
    same => same.toSorted(inOrder)[0] as (typeof rows)[number],
  )

  yield* differing(
    'events',
    unique.map(({ id, row }) => `${id} ${row.slice(2).join(' ')}`),
    tables.finalEvents().map(({ id, row }) => `${id} ${row.slice(2).join(' ')}`),
  )
  const until = tables.days.at(-1)?.until ?? 0
  const expected = tablesOf(unique)
  for (const rollup of TABLES) {
    const isDay = rollup.bucket.endsWith('day')
    const counted = (row: Row) => !isDay || row.bucket < until
    const text = ({ bucket, key, n, says }: Row) =>
      `${new Date(bucket * 1000).toISOString()} ${key} ${says}: ${n}`
    const made = (expected.get(rollup.table) ?? []).filter(counted)
    yield* differing(rollup.table, made.map(text), tables.finalRows(rollup.table).map(text))
  }

  for (const [partition, own] of log.entries()) {
    if ((checkpoints.get(partition) ?? 0) !== own.length)
      yield `The checkpoint of partition ${partition} is ${checkpoints.get(partition)} of ${own.length}.`
    if ((entries.get(partition) ?? 0) !== own.length)
      yield `In partition ${partition}, ${entries.get(partition)} entries are counted instead of ${own.length}.`
  }
  const sums = { accepted: 0, projected: 0, duplicates: 0 }
  for (const one of counts.values())
    for (const name of ['accepted', 'projected', 'duplicates'] as const) sums[name] += one[name]
  const total = (texts: string[]) =>
    texts.flatMap(value => Object.values(tallyOf(value).counts)).reduce((sum, n) => sum + n, 0)
  const aside = total(all.filter(isAside).map(({ value }) => value))
  if (sums.accepted !== total(all.map(({ value }) => value)))
    yield `Accepted: ${sums.accepted} instead of ${total(all.map(({ value }) => value))}.`
  if (sums.accepted !== sums.projected + aside)
    yield `The accounts do not balance: accepted ${sums.accepted}, projected ${sums.projected}, dead letters ${aside}.`
  if (sums.projected !== unique.length + sums.duplicates)
    yield `The accounts do not balance: projected ${sums.projected}, unique ${unique.length}, duplicates ${sums.duplicates}.`

  // If the disk lost events, a replaced row in their buckets may remain after the erasure until the next merge.
  const rowsLeft = ({ table }: { table: string }): Row[] =>
    losesEvents ? tables.finalRows(table) : tables.physicalRows(table).map(({ row }) => row)
  for (const session of SESSIONS.filter(session => erased.aliases.has(sessionHash(session)))) {
    const texts = [
      ...tables.allEvents().map(({ row }) => row.row.join(' ')),
      ...ROLLUPS.flatMap(rowsLeft).map(({ key, says, session }) => `${key} ${says} ${session}`),
    ]
    const left = texts.find(text => text.includes(session))
    if (left) yield `The erased session ${session} is still in: ${left}`
  }
  if (leader?.halfDone.isAny()) yield 'All work is done, but the leader reports a half-done batch.'
  const back = group.epochs.findIndex((epoch, at) => epoch < (group.epochs[at - 1] ?? 0))
  if (back !== -1) yield `Epoch ${group.epochs[back]} commits after epoch ${group.epochs[back - 1]}.`
}

function* differing(table: string, expected: string[], found: string[]): Generator<string> {
  const [is, be] = [new Set(found), new Set(expected)]
  for (const one of expected) if (!is.has(one)) yield `${table} lacks: ${one}`
  for (const one of found) if (!be.has(one)) yield `${table} has: ${one}`
}

/** Removes steps one by one while the history still fails. */
const shrink = async (history: History, plant: Plant): Promise<History> => {
  let steps = history.steps
  for (let at = steps.length - 1; at >= 0; at--) {
    const fewer = steps.toSpliced(at, 1)
    if ((await simulate({ ...history, steps: fewer }, plant)).length > 0) steps = fewer
  }
  return { ...history, steps }
}

const describe = ({ seed, isBuilding, steps }: History, wrong: string[]): string =>
  [
    `The history of seed ${seed} fails: SIMULATION_SEED=${seed} repeats it. Shrunk, ${isBuilding ? 'in a generation that is being built, ' : ''}the history is:`,
    ...steps.map(
      ({ after, value: _, key: __, ...action }: Record<string, unknown> & { after: number }) =>
        `  after ${after} steps of the machine: ${JSON.stringify(action)}`,
    ),
    'and then:',
    ...wrong.slice(0, 8).map(one => `  ${one}`),
  ].join('\n')

export const historyFrom = (seed: number): History => historyOf(seed, randomOf(seed))

/** Runs the history of a seed. If it fails, describes the failure of the shrunk history. null when it passes. */
export const failureOf = async (seed: number, plant: Plant = {}): Promise<string | null> => {
  const history = historyFrom(seed)
  const wrong = await simulate(history, plant)
  if (wrong.length === 0) return null
  const shrunk = await shrink(history, plant)
  return describe(shrunk, await simulate(shrunk, plant))
}
