/** The contract of every log, as tests over a function that returns a fresh log's address. */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { Log, LogRecord } from '../../../log/log.ts'
import { openLog } from '../../../log/open-log.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'
import { entries, follow, GROUP, PATIENCE_MS, values } from './log-reader.ts'
import { describeSharing } from './log-sharing.ts'

const cleanUp = cleanUpAfter('each')

/** Whether the records have no gaps. A consumer that was disconnected may get some entries twice. */
const gapless = (records: LogRecord[]): boolean =>
  [...Map.groupBy(records, record => record.partition).values()].every(part => {
    const offsets = new Set(part.map(record => record.offset))
    return offsets.has(0) && offsets.size === Math.max(...offsets) + 1
  })

/** `hasty` returns the log's address with the shortest time until a dead consumer is noticed. */
export const describeLog = (fresh: () => Promise<string>, hasty = (url: string) => url): void => {
  let url: string
  let log: Log
  const open = async () => {
    const opened = await openLog(url)
    cleanUp.push(opened.close)
    return opened
  }
  beforeEach(async () => {
    url = await fresh()
    log = await open()
  })

  test('the log delivers every entry once, and a key’s entries in order', async () => {
    const all = entries(500)
    for (let i = 0; i < all.length; i += 50) await log.append(all.slice(i, i + 50))
    const { seen, sees } = follow(log)
    await sees(500)
    await sleep(300)
    expect(values(seen)).toEqual(values(all))
    for (const [key, records] of Map.groupBy(seen, record => record.key)) {
      expect(records.map(record => record.value)).toEqual(
        all.filter(entry => entry.key === key).map(entry => entry.value),
      )
      expect(new Set(records.map(record => record.partition)).size).toBe(1)
    }
    expect(seen[0]?.appendedAt).toBeInstanceOf(Date)
    expect(gapless(seen)).toBe(true)
  })

  test('a reader loses no entry during many concurrent writes', async () => {
    const { seen } = follow(log)
    const written = 8 * 60 * 3
    const distinct = () => new Set(seen.map(record => record.value)).size
    const writers = await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 4 === 0 ? open() : log)))
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let i = 0; i < 60; i += 1) {
          await sleep(Math.random() * 10)
          await writer.append(
            entries(1 + (i % 5)).map(({ key, value }) => ({
              key: `${key} ${i}`,
              value: `${w} ${i} ${value}`,
            })),
          )
        }
      }),
    )
    await until(() => distinct() >= written, PATIENCE_MS)
    await sleep(300)
    expect(distinct()).toBe(written)
    expect(gapless(seen)).toBe(true)
  })

  test('the log reports its end when every appended entry has been delivered', async () => {
    await log.append(entries(100))
    const before = await log.positions(GROUP)
    expect(before.reduce((sum, { end, start }) => sum + end - start, 0)).toBe(100)
    expect(before.every(({ start, committed }) => start === 0 && committed === 0)).toBe(true)
    const { sees, end } = follow(log)
    await sees(100)
    await end()
    expect((await log.positions(GROUP)).every(place => place.committed === place.end)).toBe(true)
    expect((await log.positions('others')).every(place => place.committed === 0)).toBe(true)
  })

  test('the log knows when it stored an entry, and which partitions have a consumer', async () => {
    const before = Date.now()
    await log.append(entries(20, 20))
    await sleep(100)
    const between = Date.now()
    await log.append(entries(20, 20))
    const places = (await log.positions(GROUP)).map(({ partition, end }) => ({ partition, end }))
    const first = await log.timesAt(places.map(({ partition }) => ({ partition, offset: 0 })))
    const last = await log.timesAt(places.map(({ partition, end }) => ({ partition, offset: end - 1 })))
    for (const { partition } of places) {
      expect(first.get(partition)?.getTime()).toBeGreaterThan(before - 1_000)
      expect(first.get(partition)?.getTime()).toBeLessThanOrEqual(between)
      expect(last.get(partition)?.getTime()).toBeGreaterThanOrEqual(between)
    }
    expect(await log.timesAt(places.map(({ partition, end }) => ({ partition, offset: end })))).toEqual(
      new Map(),
    )
    expect(await log.owned(GROUP)).toEqual(new Set())
    const { end, sees } = follow(log)
    await sees(40)
    const all = places.map(({ partition }) => partition)
    expect([...(await log.owned(GROUP))].toSorted((a, b) => a - b)).toEqual(all)
    expect(await log.owned('others')).toEqual(new Set())
    await end()
    await until(async () => (await log.owned(GROUP)).size === 0, PATIENCE_MS)
  })

  test('a batch has at most its size and one partition', async () => {
    await log.append(entries(100, 50))
    const { batches, sees } = follow(log, { maxBatch: 7 })
    await sees(100)
    expect(Math.max(...batches.map(batch => batch.length))).toBe(7)
    expect(batches.every(batch => new Set(batch.map(record => record.partition)).size === 1)).toBe(true)
  })

  test('a failed batch is delivered again, and no later one meanwhile', async () => {
    await log.append(entries(20, 1))
    const attempts: string[][] = []
    const errors: unknown[] = []
    const stop = new AbortController()
    await log.consume(
      GROUP,
      async batch => {
        attempts.push(batch.map(record => record.value))
        // Entries that arrive during the back-off belong to a later batch.
        if (attempts.length < 3) {
          await log.append([{ key: 'key 0', value: 'later' }])
          throw new Error('not yet')
        }
        if (attempts.flat().includes('later')) stop.abort()
      },
      { signal: stop.signal, onError: error => errors.push(error) },
    )
    expect(attempts[0]).toHaveLength(20)
    expect(attempts[1]).toEqual(attempts[0])
    expect(attempts[2]).toEqual(attempts[0])
    expect(attempts[3]).toEqual(['later', 'later'])
    expect(errors.map(String)).toEqual(['Error: not yet', 'Error: not yet'])
  })

  test('a reopened log continues at the committed offset', async () => {
    await log.append(entries(50))
    const first = follow(log)
    await first.sees(50)
    await first.end()
    await log.close()
    const reopened = await open()
    await reopened.append([{ key: 'new', value: 'new' }])
    const second = follow(reopened)
    await second.sees(1)
    await sleep(300)
    expect(values(second.seen)).toEqual(['new'])
  })

  test('a new group gets all entries from the beginning', async () => {
    await log.append(entries(30))
    await follow(log).sees(30)
    const other = follow(log, { group: 'others' })
    await other.sees(30)
    expect(values(other.seen)).toEqual(values(entries(30)))
  })

  test('a consumer may start before the committed offset, but never after it', async () => {
    await log.append(entries(40, 1))
    const first = follow(log)
    await first.sees(40)
    await first.end()
    const back = follow(log, { startAt: async () => 30 })
    await back.sees(10)
    await back.end()
    await log.append([{ key: 'key 0', value: 'new' }])
    const opinions: (number | null)[] = [null, 1_000]
    for (const opinion of opinions) {
      const next = follow(log, { startAt: async () => opinion, group: opinion ? 'others' : GROUP })
      await next.sees(opinion ? 41 : 1)
      await next.end()
      expect(next.seen.at(-1)?.value).toBe('new')
    }
    expect(back.seen.map(record => record.offset)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39])
  })

  test('a moved group continues from its new offsets, which are committed', async () => {
    await log.append(entries(40, 1))
    const [partition = 0] = (await log.positions('others')).flatMap(one =>
      one.end > 0 ? [one.partition] : [],
    )
    await log.moveTo('others', [{ partition, offset: 30 }])
    const found = (await log.positions('others')).find(one => one.partition === partition)
    expect(found).toMatchObject({ start: 0, end: 40, committed: 30 })
    const moved = follow(log, { group: 'others' })
    await moved.sees(10)
    await log.append([{ key: 'key 0', value: 'new' }])
    await moved.sees(11)
    expect(moved.seen.map(record => record.offset)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
  })

  test('a consumer stops promptly on request, whether idle or in back-off', async () => {
    await log.append(entries(1))
    const stop = new AbortController()
    let failed = false
    const failing = log.consume(
      GROUP,
      async () => {
        failed = true
        throw new Error('not yet')
      },
      { signal: stop.signal, onError: () => undefined },
    )
    const idle = follow(log, { group: 'others' })
    await idle.sees(1)
    await until(() => failed, PATIENCE_MS)
    const began = Date.now()
    stop.abort()
    await Promise.all([failing, idle.end()])
    expect(Date.now() - began).toBeLessThan(2_000)
    expect((await log.positions(GROUP)).every(place => place.committed === 0)).toBe(true)
  })

  test('a consumer finishes and commits its batch before it stops', async () => {
    await log.append(entries(1))
    const stop = new AbortController()
    await log.consume(
      GROUP,
      async () => {
        stop.abort()
        await sleep(200)
      },
      { signal: stop.signal },
    )
    expect((await log.positions(GROUP)).reduce((sum, place) => sum + place.committed, 0)).toBe(1)
  })

  test('an empty append succeeds, and a closed log accepts none', async () => {
    await log.append([])
    await log.close()
    await expect(log.append(entries(1))).rejects.toThrow('closed')
  })

  test('closing the log ends its consumers and finishes its appends', async () => {
    const { sees, end } = follow(log)
    const appended = log.append(entries(100))
    await log.close()
    await appended
    await end()
    const reopened = await open()
    await follow(reopened, { group: 'others' }).sees(100)
    await sees(0)
  })

  test('the log carries large values and all kinds of characters', async () => {
    const all = [
      { key: 'größe', value: 'x'.repeat(1024 * 1024) },
      { key: '鍵 🔑', value: '{"text":"ünïcode 🎉 \\u0000 \'quoted\' \\"twice\\" \\\\ \n\t {a,b} NULL"}' },
      { key: '', value: '' },
    ]
    await log.append(all)
    const { seen, sees } = follow(log)
    await sees(3)
    expect(values(seen)).toEqual(values(all))
    expect(new Set(seen.map(record => record.key))).toEqual(new Set(all.map(entry => entry.key)))
  })

  test('the log carries a request’s trace, and no trace where there was none', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const all = entries(9, 2).map((entry, i) =>
      i % 3 === 1 ? { ...entry, headers: { traceparent } } : entry,
    )
    await log.append(all)
    const { seen, sees } = follow(log)
    await sees(9)
    const given = seen.toSorted((a, b) => a.value.localeCompare(b.value))
    expect(given.map(({ key, value, headers }) => ({ key, value, ...(headers && { headers }) }))).toEqual(all)
    expect(given.filter(record => 'headers' in record)).toHaveLength(3)
  })

  describeSharing({ log: () => log, hastyUrl: () => hasty(url), open })
}
