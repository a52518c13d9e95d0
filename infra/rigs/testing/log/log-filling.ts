/** What holds of a topic that is filled from another log, on a real broker: interrupted anywhere it holds each entry once, in order. */
import { expect, test } from 'vitest'
import { fillTopic, heldOf } from '../../../log/kafka/fill.ts'
import type { LogEntry } from '../../../log/log.ts'
import { openLog } from '../../../log/open-log.ts'
import { partitionOf } from '../../../log/partition.ts'
import { until } from '../until.ts'

const ENTRIES: LogEntry[] = Array.from({ length: 5_000 }, (_, n) => ({
  key: `utm_${n % 37}`,
  value: `entry ${n}`,
}))
const PARTITIONS = 4

/** `topic`: an empty one of four partitions. */
export const describeFilling = (topic: () => Promise<string>): void => {
  /** `end`: where the log that is read breaks off. */
  const given = (end = ENTRIES.length) =>
    async function* () {
      for (const [n, entry] of ENTRIES.entries()) {
        if (n === end) throw new Error('broken off')
        yield entry
      }
    }
  const contents = async (url: string): Promise<Map<number, string[]>> => {
    const log = await openLog(url)
    const held = new Map<number, string[]>()
    const total = (await log.positions('test')).reduce((sum, { end }) => sum + end, 0)
    const done = new AbortController()
    let read = 0
    await log.consume(
      'test',
      async records => {
        for (const { partition, value } of records)
          held.set(partition, [...(held.get(partition) ?? []), value])
        read += records.length
        if (read >= total) done.abort()
      },
      { signal: done.signal },
    )
    await log.close()
    return held
  }
  const wanted = Map.groupBy(ENTRIES, ({ key }) => partitionOf(key, PARTITIONS))

  test('broken off again and again holds each entry once, in the order of its key', async () => {
    const url = await topic()
    let most = 0
    for (const end of [2_500, 2_600, 4_700]) {
      await expect(fillTopic(url, given(end), written => (most = written))).rejects.toThrow('broken off')
      expect(await heldOf(url, given())).toBe(most)
    }
    await fillTopic(url, given())
    await fillTopic(url, given())
    const held = await contents(url)
    for (const [partition, entries] of wanted)
      expect(held.get(partition)).toEqual(entries.map(({ value }) => value))
  })

  test('that holds anything else is refused, and nothing is written to it', async () => {
    const url = await topic()
    const log = await openLog(url)
    await log.append([{ key: 'utm_1', value: 'of another installation' }])
    await log.close()
    await expect(heldOf(url, given())).rejects.toThrow(/holds other entries than this installation/)
    await expect(fillTopic(url, given())).rejects.toThrow(/Name another topic in LOG_URL/)
    expect([...(await contents(url)).values()].flat()).toEqual(['of another installation'])
  })

  test('to which somebody else writes meanwhile is found out', async () => {
    const url = await topic()
    const log = await openLog(url)
    const disturbed = async function* () {
      yield* given()()
      await log.append([{ key: 'utm_1', value: 'too many' }])
    }
    await expect(fillTopic(url, disturbed)).rejects.toThrow(/another one writes to it/)
    await log.close()
  })

  test('that is filled has no connection left, nor has one that was only looked at', async () => {
    const url = await topic()
    const open = () => process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length
    const before = open()
    await expect(fillTopic(url, given(10))).rejects.toThrow('broken off')
    await heldOf(url, given())
    await until(() => open() <= before, 5_000)
  })
}
