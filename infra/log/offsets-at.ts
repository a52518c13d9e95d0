import type { Log } from './log.ts'

/** Returns the offset of each partition's first entry appended at or after the time, or else the partition's end. */
export const offsetsAt = async (log: Pick<Log, 'positions' | 'timesAt'>, group: string, at: Date) => {
  const spans = (await log.positions(group)).map(({ partition, start, end }) => ({
    partition,
    from: start,
    to: end,
  }))
  const open = () => spans.filter(({ from, to }) => from < to)
  while (open().length > 0) {
    const middles = open().map(span => ({
      span,
      partition: span.partition,
      offset: Math.floor((span.from + span.to) / 2),
    }))
    const times = await log.timesAt(middles)
    for (const { span, partition, offset } of middles) {
      const time = times.get(partition)
      if (time && time < at) span.from = offset + 1
      else span.to = offset
    }
  }
  return new Map(spans.map(({ partition, from }) => [partition, from]))
}
