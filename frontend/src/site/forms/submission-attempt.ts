/**
 * What makes a submission the same submission: trying the same content again keeps its key and its event id, so that an
 * answer that was lost on the way does not make two leads. Changed content is a new submission.
 */
type Attempt = {
  idempotencyKey: string
  eventId: string
  /** The failed attempt with other content that this one replaces: the server may have stored it. */
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
    /** The server has it: the next submission is another one, even with the same words. */
    done: () => {
      last = undefined
    },
  }
}
