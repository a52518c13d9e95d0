/** Tests that fill a Kafka topic from another log, on a real broker. */
import { expect, test } from 'vitest'
import { assertEmpty, fillTopic } from '../../../log/kafka/fill.ts'
import type { LogEntry } from '../../../log/log.ts'
import { partitionOf } from '../../../log/log.ts'
import { openLog } from '../../../log/open-log.ts'
import { until } from '../until.ts'

const ENTRIES: LogEntry[] = Array.from({ length: 5_000 }, (_, n) => ({
  key: `utm_${n % 37}`,
  value: `entry ${n}`,
}))
const PARTITIONS = 4

/** `topic`: an empty topic of four partitions. */
export const describeFilling = (topic: () => Promise<string>): void => {
  /** `end`: index at which the source log fails. */
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

  test('a filled topic holds each entry once, in its key’s order', async () => {
    const url = await topic()
    let most = 0
    await fillTopic(url, given()(), written => (most = written))
    expect(most).toBe(ENTRIES.length)
    const held = await contents(url)
    for (const [partition, entries] of wanted)
      expect(held.get(partition)).toEqual(entries.map(({ value }) => value))
  })

  test('a topic with entries is refused, as after an interrupted move, and stays unchanged', async () => {
    const url = await topic()
    await expect(fillTopic(url, given(600)())).rejects.toThrow('broken off')
    await expect(assertEmpty(url)).rejects.toThrow(/holds 500 entries/)
    await expect(fillTopic(url, given()())).rejects.toThrow(
      /Delete the topic, or name another one in LOG_URL/,
    )
    expect([...(await contents(url)).values()].flat()).toHaveLength(500)
  })

  test('neither filling nor checking a topic leaves a connection', async () => {
    const url = await topic()
    const open = () => process.getActiveResourcesInfo().filter(name => name === 'TCPSocketWrap').length
    const before = open()
    await expect(fillTopic(url, given(10)())).rejects.toThrow('broken off')
    await assertEmpty(url)
    await until(() => open() <= before, 5_000)
  })
}
