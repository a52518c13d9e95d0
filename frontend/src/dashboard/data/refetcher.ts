/** Throttles refetches. A read has one fetch at a time, then a pause. Changes meanwhile cause one more fetch. */

const SPACING_MS = 700
/** The pause is at least four times as long as the fetch, so a slow read fetches at most a fifth of the time. */
const REST = 4

type Entry = { running: boolean; again: boolean; timer?: ReturnType<typeof setTimeout> }

export const openRefetcher = <Name extends string>(
  refetch: (name: Name) => Promise<unknown>,
  spacingOf: (name: Name) => number | undefined = () => undefined,
) => {
  const entries = new Map<Name, Entry>()
  let closed = false

  const run = async (name: Name, entry: Entry) => {
    entry.running = true
    entry.again = false
    const began = performance.now()
    await refetch(name).catch(() => undefined)
    const took = performance.now() - began
    if (closed) return
    entry.timer = setTimeout(
      () => {
        entry.running = false
        if (entry.again) void run(name, entry)
      },
      Math.max(spacingOf(name) ?? SPACING_MS, REST * took),
    )
  }

  return {
    changed: (names: readonly Name[]) => {
      for (const name of names) {
        const entry = entries.get(name) ?? { running: false, again: false }
        entries.set(name, entry)
        if (entry.running) entry.again = true
        else void run(name, entry)
      }
    },
    isWaiting: (name: Name): boolean => entries.get(name)?.again ?? false,
    close: () => {
      closed = true
      for (const { timer } of entries.values()) clearTimeout(timer)
    },
  }
}
