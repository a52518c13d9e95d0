/**
 * The simulated machine: a clock, processes, and their statements to the stores. At every await of a port the seed decides which
 * statement advances, so a seed reproduces a history exactly. Times are in ms.
 */
import { setImmediate as afterMicrotasks } from 'node:timers/promises'
import { NOON } from '../testing/events.ts'

export type Random = () => number
/** Mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
export const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

export type Process = { name: string; isDead: boolean; frozenUntil: number }

/** `read` runs when the server starts the statement, `write` when it finishes. The world may change in between. */
export type Statement<R, T> = {
  read?: () => R
  write: (read: R) => T | Promise<T>
  /** True if a successor's `fenceOff` can kill the running statement. */
  isKillable?: boolean
}
type Sent = {
  process: Process
  statement: Statement<unknown, unknown>
  stage: 'sent' | 'begun' | 'done'
  /** Time at which the statement ends. It may run for seconds. */
  endsAt: number
  read?: unknown
  outcome?: { value: unknown } | { error: unknown }
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}
type Timer = { process: Process; at: number; resolve: () => void }

export class Outage extends Error {
  code = 'ECONNRESET'
}

export type World = ReturnType<typeof openWorld>

export const openWorld = (random: Random) => {
  let now = NOON
  let sent: Sent[] = []
  let timers: Timer[] = []
  /** Number of further statements that fail in an outage. 0 at the end of a history, so that the work can finish. */
  let outages = 0

  const isRunning = ({ isDead, frozenUntil }: Process) => !isDead && frozenUntil <= now
  const canMove = (one: Sent) => (one.stage === 'done' ? isRunning(one.process) : one.endsAt <= now)

  const execute = async (one: Sent): Promise<void> => {
    try {
      if (one.stage === 'sent') one.read = one.statement.read?.()
      one.outcome = { value: await one.statement.write(one.read) }
    } catch (error) {
      one.outcome = { error }
    }
    one.stage = 'done'
  }
  /** Drops a statement whose process is dead. */
  const forget = (one: Sent): void => {
    if (one.process.isDead) sent = sent.filter(other => other !== one)
  }
  const begin = (one: Sent): void => {
    try {
      one.read = one.statement.read?.()
      Object.assign(one, {
        stage: 'begun',
        endsAt: now + (random() < 0.3 ? Math.floor(random() * 10_000) : 0),
      })
    } catch (error) {
      Object.assign(one, { stage: 'done', outcome: { error } })
      forget(one)
    }
  }
  const answer = (one: Sent): void => {
    sent = sent.filter(other => other !== one)
    const { outcome } = one
    if (outcome && 'value' in outcome) one.resolve(outcome.value)
    else one.reject(outcome?.error)
  }
  /** Breaks a connection. The process gets an error. The server may still execute the statement, now or later. */
  const breakOff = (one: Sent): void => {
    one.reject(new Outage('The connection was reset.'))
    if (one.stage === 'done' || random() < 0.5) sent = sent.filter(other => other !== one)
    else
      sent = sent.map(other =>
        other === one ? { ...one, process: GHOST, reject: ignore, resolve: ignore } : other,
      )
  }
  const move = async (one: Sent): Promise<void> => {
    if (isRunning(one.process) && random() < outages) return breakOff(one)
    if (one.stage === 'done') return answer(one)
    if (one.stage === 'sent' && random() < 0.2) return begin(one)
    await execute(one)
    forget(one)
    if (isRunning(one.process) && random() < 0.8) answer(one)
  }

  return {
    random,
    now: () => now,
    isRunning,
    setOutages: (share: number) => {
      outages = share
    },
    advance: (ms: number) => {
      now += ms
    },

    call: <R, T>(process: Process, statement: Statement<R, T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (process.isDead) return
        sent.push({
          process,
          statement: statement as Statement<unknown, unknown>,
          stage: 'sent',
          endsAt: 0,
          resolve: resolve as (value: unknown) => void,
          reject,
        })
      }),

    pause: (process: Process, ms: number): Promise<void> =>
      new Promise(resolve => timers.push({ process, at: now + ms, resolve })),

    /** Kills a process. About half of its pending statements are still executed, now or later. */
    crash: (process: Process): void => {
      process.isDead = true
      timers = timers.filter(timer => timer.process !== process)
      sent = sent.filter(one => one.process !== process || (one.stage !== 'done' && random() < 0.5))
    },
    /** A power cut drops all pending statements. */
    loseStatements: (): void => {
      sent = []
    },
    /** Models `KILL QUERY` and the wait for statements that cannot be killed. */
    endBegun: async (): Promise<void> => {
      for (const one of sent.filter(({ stage, statement }) => stage === 'begun' && statement.isKillable)) {
        if (random() < 0.5) await execute(one)
        else Object.assign(one, { stage: 'done', outcome: { error: new Outage('The query was killed.') } })
        forget(one)
      }
    },
    isQuiet: () => sent.length === 0,

    step: async (): Promise<void> => {
      now += Math.floor(random() * 20)
      const due = timers.filter(({ process, at }) => at <= now && isRunning(process))
      const movable = sent.filter(canMove)
      if (due.length + movable.length === 0) {
        const wakes = [
          ...timers.map(({ process, at }) => Math.max(at, process.frozenUntil)),
          ...sent.map(one => (one.stage === 'done' ? one.process.frozenUntil : one.endsAt)),
        ]
        now = Math.max(now, Math.min(...wakes))
        return
      }
      const at = Math.floor(random() * (due.length + movable.length))
      const timer = due[at]
      if (timer) {
        timers = timers.filter(other => other !== timer)
        timer.resolve()
      } else await move(movable[at - due.length] as Sent)
      await afterMicrotasks()
    },
  }
}

const ignore = () => undefined
/** Owner of statements whose process no longer waits for them. */
const GHOST: Process = { name: 'ghost', isDead: true, frozenUntil: 0 }
