/** A retry of the same content reuses both ids, so a lost response does not create a second lead. */
type Attempt = {
  idempotencyKey: string
  eventId: string
  /** True if an earlier attempt with other content failed. The server may have stored that content. */
  replaces: boolean
}

export const openAttempts = (newId: () => string) => {
  let last: { content: string; idempotencyKey: string; eventId: string } | undefined
  return {
    for: (content: string): Attempt => {
      if (last?.content === content) return { ...last, replaces: false }
      const replaces = last !== undefined
      last = { content, idempotencyKey: newId(), eventId: newId() }
      return { ...last, replaces }
    },
    /** The next submission gets new ids, even with the same content. */
    done: () => {
      last = undefined
    },
  }
}
