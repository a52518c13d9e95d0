/**
 * Retrying the same content reuses its idempotency key and event id, so a lost response does not create a second lead.
 * Changed content is a new submission.
 */
type Attempt = {
  idempotencyKey: string
  eventId: string
  /** True if an attempt with other content failed. The server may have stored that attempt. */
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
