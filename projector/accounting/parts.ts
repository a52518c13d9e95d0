/** Which buckets are looked at, and repaired, at a time. */

/** `events`: how many of them are looked at because of this bucket. */
export type Touched = { bucket: number; events: number }

/** So little at a time takes milliseconds, while batches may wait. */
const AT_ONCE = { buckets: 20, events: 50_000 }

/** In the order given; one that has too many by itself is a part of its own. */
export const partsOf = (buckets: Touched[], atOnce = AT_ONCE): number[][] => {
  const parts: number[][] = []
  let left = { buckets: 0, events: 0 }
  for (const { bucket, events } of buckets) {
    if (left.buckets < 1 || left.events < events) {
      parts.push([])
      left = { ...atOnce }
    }
    parts.at(-1)?.push(bucket)
    left = { buckets: left.buckets - 1, events: left.events - events }
  }
  return parts
}
