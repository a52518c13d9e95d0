/**
 * A session of the embedded engine runs one statement at a time, so what is asked at once is spread over several. And what a
 * statement had answered before it failed comes before the session's next answer: that must be nobody's.
 */

type Method = 'query' | 'command' | 'insert' | 'exec' | 'ping'
type Session = Record<Method, (asked: never) => Promise<unknown>> & { close(): Promise<void> }

const NOTHING = { query: 'SELECT 1' } as never

type Sessions = {
  open: () => Session
  /** Opened as they are needed; whoever finds all of them at work waits for the first that is free, in the order of asking. */
  most: number
  /** What is asked, as a session is to be asked it. */
  put: (asked: never) => unknown
}

/** One connection over several sessions. */
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
  const onOne = (method: Method) => async (asked: never) => {
    const own = put(asked) as never
    const session = await take()
    try {
      if (failed.has(session)) await session.command(NOTHING)
      failed.add(session)
      const answer = await session[method](own)
      failed.delete(session)
      return answer
    } finally {
      give(session)
    }
  }
  return {
    query: onOne('query'),
    command: onOne('command'),
    insert: onOne('insert'),
    exec: onOne('exec'),
    ping: onOne('ping'),
    close: async () => {
      await Promise.all(all.map(session => session.close()))
    },
  }
}
