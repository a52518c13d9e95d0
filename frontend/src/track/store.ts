export type Store = ReturnType<typeof openStore>

/** Local storage that never throws. Values that the browser refuses to store stay in memory for this page. */
export const openStore = (open: () => Storage) => {
  const memory = new Map<string, string>()
  const attempt = <T>(run: (storage: Storage) => T): T | undefined => {
    try {
      return run(open())
    } catch {
      return undefined
    }
  }
  return {
    get: (key: string): string | null => memory.get(key) ?? attempt(storage => storage.getItem(key)) ?? null,
    set: (key: string, value: string): void => {
      const saved = attempt(storage => {
        storage.setItem(key, value)
        return true
      })
      if (saved) memory.delete(key)
      else memory.set(key, value)
    },
    remove: (key: string): void => {
      memory.delete(key)
      attempt(storage => storage.removeItem(key))
    },
    keys: (): string[] => [
      ...new Set([...memory.keys(), ...(attempt(storage => Object.keys(storage)) ?? [])]),
    ],
  }
}
