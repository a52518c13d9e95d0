/** Server-sent events. Reconnects by itself and reports when messages may have been lost. */
import type { LiveMessage } from '@firsttouch/api/contract/live'

export type StreamStatus = 'connecting' | 'live' | 'lost'

type StreamEvents = {
  onMessage: (message: LiveMessage) => void
  onStatus: (status: StreamStatus) => void
  onGap: () => void
}

/** The part of `EventSource` that the stream uses, so that tests can fake it. */
export type Source = {
  onopen: ((event: Event) => unknown) | null
  onmessage: ((event: MessageEvent) => unknown) | null
  onerror: ((event: Event) => unknown) | null
  close(): void
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** The server sends a heartbeat every 15 s. A connection that is silent for 40 s is dead. */
const SILENT_MS = 40_000
/** Check at intervals, because a single timer of 40 s would stop while the computer sleeps. */
const CHECK_MS = 5_000

/** Exponential back-off up to 30 s. Half of each wait is random, so that browsers do not all reconnect at once. */
export const reconnectWait = (attempt: number, chance = Math.random()): number => {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
  return wait / 2 + (wait / 2) * chance
}

export const openStream = (connect: () => Source, events: StreamEvents): { retry(): void; close(): void } => {
  let source: Source | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMessageAt = 0
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

  const noteMessage = () => {
    lastMessageAt = Date.now()
  }
  const check = setInterval(() => source && Date.now() - lastMessageAt >= SILENT_MS && lose(), CHECK_MS)

  const start = () => {
    drop()
    const current = connect()
    source = current
    noteMessage()
    current.onopen = () => {
      noteMessage()
      attempt = 0
      events.onStatus('live')
      if (everOpen) events.onGap()
      everOpen = true
    }
    current.onmessage = message => {
      noteMessage()
      const parsed = readMessage(message.data)
      if (parsed) events.onMessage(parsed)
    }
    // EventSource never retries after a response other than 200, so reconnect here.
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

/** Checks the fields by hand, because the contract's schema would load zod on the first page. */
const isMessage = (said: unknown): said is LiveMessage =>
  typeof said === 'object' &&
  said !== null &&
  'changed' in said &&
  Array.isArray(said.changed) &&
  'asOf' in said &&
  'lagMs' in said
