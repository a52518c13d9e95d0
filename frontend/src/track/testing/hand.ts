/** Small fakes of the browser APIs that the tracker uses. */
import { openStore } from '../store.ts'

export const handStorage = (refuse: (key: string) => boolean = () => false): Storage => {
  const values: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      if (refuse(key)) throw new DOMException('full', 'QuotaExceededError')
      values[key] = value
    },
    removeItem: (key: string) => {
      delete values[key]
    },
    clear: () => undefined,
    key: () => null,
    length: 0,
  }
  return new Proxy(methods, {
    // Browsers list storage keys in no particular order. Newest first catches code that relies on insertion order.
    ownKeys: () => Object.keys(values).reverse(),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

export const handStore = (refuse?: (key: string) => boolean) => {
  const storage = handStorage(refuse)
  return openStore(() => storage)
}

export const handClock = (start = Date.UTC(2026, 0, 31, 9, 30)) => {
  let time = start
  let waiting: { at: number; run: () => void } | undefined
  return {
    now: () => time,
    wait: (ms: number, run: () => void) => {
      waiting = { at: time + ms, run }
    },
    pass: async (ms: number) => {
      const end = time + ms
      while (waiting && waiting.at <= end) {
        const due = waiting
        waiting = undefined
        time = Math.max(time, due.at)
        due.run()
        await new Promise(resolve => setImmediate(resolve))
      }
      time = end
    },
    nextIn: () => (waiting ? waiting.at - time : undefined),
  }
}
