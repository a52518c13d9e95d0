import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStream, reconnectWait, type Source } from './stream.ts'

const message = { changed: ['analytics'], asOf: '2026-01-31T12:00:00.000Z', lagMs: 120 }

const watch = () => {
  const seen: string[] = []
  const sources: (Source & { closed: boolean })[] = []
  const stream = openStream(
    () => {
      const source: Source & { closed: boolean } = {
        closed: false,
        onopen: null,
        onmessage: null,
        onerror: null,
        close() {
          this.closed = true
        },
      }
      sources.push(source)
      return source
    },
    {
      onMessage: got => seen.push(`message ${got.changed}`),
      onStatus: status => seen.push(status),
      onGap: () => seen.push('gap'),
    },
  )
  const latest = () => sources.at(-1)
  const open = () => latest()?.onopen?.(new Event('open'))
  const fail = () => latest()?.onerror?.(new Event('error'))
  const send = (data: string) => latest()?.onmessage?.(new MessageEvent('message', { data }))
  return { seen, sources, stream, open, fail, send }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the live stream', () => {
  it('the live stream delivers messages and skips unreadable ones', () => {
    const { seen, open, send } = watch()
    open()
    send('not json')
    send('{"changed":1}')
    send(JSON.stringify(message))
    expect(seen).toEqual(['connecting', 'live', 'message analytics'])
  })

  it('the live stream reconnects after a loss and reports a gap', () => {
    const { seen, sources, open, fail } = watch()
    open()
    fail()
    expect(sources[0]?.closed).toBe(true)
    vi.advanceTimersByTime(500)
    expect(sources).toHaveLength(2)
    open()
    expect(seen).toEqual(['connecting', 'live', 'lost', 'live', 'gap'])
  })

  it('the live stream’s back-off grows to at most 30 seconds', () => {
    expect([0, 1, 2, 20].map(attempt => reconnectWait(attempt, 1))).toEqual([500, 1000, 2000, 30_000])
    expect(reconnectWait(0, 0)).toBe(250)
  })

  it('the live stream treats a connection without two heartbeats as dead', () => {
    const { seen, sources, open, send } = watch()
    open()
    vi.advanceTimersByTime(35_000)
    send(JSON.stringify({ changed: [], asOf: null, lagMs: null }))
    vi.advanceTimersByTime(35_000)
    expect(seen).toEqual(['connecting', 'live', 'message '])
    vi.advanceTimersByTime(10_000)
    expect(sources[0]?.closed).toBe(true)
    expect(sources).toHaveLength(2)
    expect(seen.at(-1)).toBe('lost')
  })

  it('the live stream notices within seconds that the computer slept', () => {
    const { seen, sources, open } = watch()
    open()
    vi.advanceTimersByTime(10_000)
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(5_500)
    expect(seen.at(-1)).toBe('lost')
    expect(sources).toHaveLength(2)
  })

  it('a closed live stream stays silent', () => {
    const { sources, stream, fail } = watch()
    fail()
    stream.close()
    vi.advanceTimersByTime(60_000)
    expect(sources).toHaveLength(1)
  })
})
