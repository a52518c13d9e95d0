/** The live stream: one connection to the server's events that reconnects by itself and says when something may have been missed. */
import type { LiveMessage } from '@firsttouch/api/contract/live'

export type StreamStatus = 'connecting' | 'live' | 'lost'

type StreamEvents = {
  onMessage: (message: LiveMessage) => void
  onStatus: (status: StreamStatus) => void
  onGap: () => void
}

/** The part of `EventSource` that is used, so that a test can stand in for a browser. */
export type Source = {
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: Event) => unknown) | null
  close(): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** The server says something every 15 seconds: a connection that is silent for longer is dead, whatever it looks like. */
const SILENT_MS = 40_000
/** By the clock of the day: a timer of 40 s would stand still while the computer sleeps. */
const CHECK_MS = 5_000

/** Waits double up to half a minute; half of each is random, so that many screens do not come back at once. */
export const reconnectWait = (attempt: number, chance = Math.random()): number => {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
  return wait / 2 + (wait / 2) * chance
}

export const openStream = (connect: () => Source, events: StreamEvents): { retry(): void; close(): void } => {
  let source: Source | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = 0
  let attempt = 0
  let everOpen = false

  const drop = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }

  const lose = () => {
    drop()
    events.onStatus('lost')
    timer = setTimeout(start, reconnectWait(attempt++))
  }

  const heard = () => {
    heardAt = Date.now()
  }
  const check = setInterval(() => source && Date.now() - heardAt >= SILENT_MS && lose(), CHECK_MS)

  const start = () => {
    drop()
    const current = connect()
    source = current
    heard()
    current.onopen = () => {
      heard()
      attempt = 0
      events.onStatus('live')
      if (everOpen) events.onGap()
      everOpen = true
    }
    current.onmessage = message => {
      heard()
      const parsed = readMessage(message.data)
      if (parsed) events.onMessage(parsed)
    }
    // EventSource gives up for good on an answer other than 200, so every retry is ours.
    current.onerror = lose
  }

  events.onStatus('connecting')
  start()
  return {
    retry: start,
    close: () => {
      clearInterval(check)
      drop()
    },
  }
}

const readMessage = (data: string): LiveMessage | undefined => {
  try {
    const said: unknown = JSON.parse(data)
    if (isMessage(said)) return said
    throw new TypeError('a message of another kind')
  } catch (error) {
    console.warn('live stream: unreadable message', String(error))
    return undefined
  }
}

/** By hand: the schema of the contract would bring zod into the first page, where nothing else needs it. */
const isMessage = (said: unknown): said is LiveMessage =>
  typeof said === 'object' &&
  said !== null &&
  'changed' in said &&
  Array.isArray(said.changed) &&
  'asOf' in said &&
  'lagMs' in said
