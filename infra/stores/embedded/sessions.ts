/** A session of the embedded engine runs one statement at a time, so what is asked at once is spread over several. */

const METHODS = ['query', 'command', 'insert', 'exec', 'ping'] as const
type Calls = Record<(typeof METHODS)[number], (asked: never) => Promise<unknown>>
type Session = Calls & { close(): Promise<void> }

type Sessions = {
  open: () => Session
  most: number
  put: (asked: never) => unknown
}

const NOTHING = { query: 'SELECT 1' } as never

/** One connection, with sessions opened as they are needed, and what is asked as `put` puts it. Whoever finds all sessions at work waits for the first that is free, in the order of asking. */
export const spreadOver = ({ open, most, put }: Sessions): Session => {
  const all = [open()]
  const free = [...all]
  const failed = new Set<Session>()
  const waiting: ((session: Session) => void)[] = []
  const take = (): Session | Promise<Session> => {
    const idle = free.pop()
    if (idle) return idle
    if (all.length === most) return new Promise(resolve => waiting.push(resolve))
    const another = open()
    all.push(another)
    return another
  }
  const give = (session: Session) => {
    const next = waiting.shift()
    if (next) next(session)
    else free.push(session)
  }
  const onOne = (method: keyof Calls) => async (asked: never) => {
    const own = put(asked) as never
    const session = await take()
    try {
      // What a statement had answered before it failed comes before the session's next answer: this is nobody's.
      if (failed.has(session)) await session.command(NOTHING)
      failed.add(session)
      const answer = await session[method](own)
      failed.delete(session)
      return answer
    } finally {
      give(session)
    }
  }
  const calls = Object.fromEntries(METHODS.map(method => [method, onOne(method)])) as Calls
  const close = async () => {
    await Promise.all(all.map(session => session.close()))
  }
  return { ...calls, close }
}
