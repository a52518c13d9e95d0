/** Local storage that never throws. Values that the browser refuses to store stay in memory for this page. */
export type Store = {
  get: (key: string) => string | null
  set: (key: string, value: string) => void
  remove: (key: string) => void
  keys: () => string[]
}

export const openStore = (open: () => Storage): Store => {
  const memory = new Map<string, string>()
  const attempt = <T>(run: (storage: Storage) => T): T | undefined => {
    try {
      return run(open())
    } catch {
      return undefined
    }
  }
  return {
    get: key => memory.get(key) ?? attempt(storage => storage.getItem(key)) ?? null,
    set: (key, value) => {
      const saved = attempt(storage => {
        storage.setItem(key, value)
        return true
      })
      if (saved) memory.delete(key)
      else memory.set(key, value)
    },
    remove: key => {
      memory.delete(key)
      attempt(storage => storage.removeItem(key))
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt(storage => Object.keys(storage)) ?? [])])],
  }
}
