import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRefetcher } from './refetcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const watch = (took = 100) => {
  const fetched: string[] = []
  const refetcher = openRefetcher(name => {
    fetched.push(name)
    return new Promise(done => setTimeout(done, took))
  })
  return { fetched, ...refetcher }
}

describe('the refetcher', () => {
  it('the refetcher fetches only the changed reads, at once', () => {
    const { fetched, changed } = watch()
    changed(['analytics', 'campaigns'])
    expect(fetched).toEqual(['analytics', 'campaigns'])
  })

  it('the refetcher combines changes that arrive during a fetch into one more', async () => {
    const { fetched, changed } = watch()
    for (let i = 0; i < 50; i++) changed(['analytics'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetched).toEqual(['analytics', 'analytics'])
  })

  it('the refetcher knows which changed reads are still waiting', async () => {
    const { changed, isWaiting } = watch()
    expect(isWaiting('analytics')).toBe(false)
    changed(['analytics'])
    expect(isWaiting('analytics')).toBe(false)
    changed(['analytics'])
    expect([isWaiting('analytics'), isWaiting('leads')]).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(isWaiting('analytics')).toBe(false)
  })

  it('the refetcher is not starved by a steady stream of changes', async () => {
    const { fetched, changed } = watch()
    for (let i = 0; i < 80; i++) {
      changed(['analytics'])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(fetched.length).toBeGreaterThanOrEqual(9)
  })

  it('the refetcher spends at most a fifth of the time on a slow read', async () => {
    const { fetched, changed } = watch(1_000)
    for (let i = 0; i < 190; i++) {
      changed(['campaigns'])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(fetched.length).toBe(4)
  })

  it('the refetcher respects a read’s minimum interval', async () => {
    const fetched: string[] = []
    const { changed } = openRefetcher(
      async name => void fetched.push(name),
      name => (name === 'history' ? 5_000 : undefined),
    )
    for (let i = 0; i < 100; i++) {
      changed(['history', 'leads'])
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(fetched.filter(name => name === 'history').length).toBeLessThanOrEqual(3)
    expect(fetched.filter(name => name === 'leads').length).toBeGreaterThan(10)
  })

  it('the refetcher continues after a failed fetch', async () => {
    let calls = 0
    const refetcher = openRefetcher(() => Promise.reject(new Error(`down ${calls++}`)))
    refetcher.changed(['leads'])
    await vi.advanceTimersByTimeAsync(1_000)
    refetcher.changed(['leads'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toBe(2)
  })

  it.each([50, 200])('the refetcher stops fetching when closed after %i ms', async at => {
    const { fetched, changed, close } = watch()
    changed(['analytics', 'analytics', 'leads'])
    await vi.advanceTimersByTimeAsync(at)
    close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fetched).toEqual(['analytics', 'leads'])
  })
})
