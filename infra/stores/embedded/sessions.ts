/** A session of the embedded engine runs one statement at a time, so what is asked at once is spread over several. */
import { type Asked, withLiterals } from './parameters.ts'

const METHODS = ['query', 'command', 'insert', 'exec', 'ping'] as const
type Given = Asked & { abort_signal?: AbortSignal }
type Calls = {
  query(asked: Given): Promise<unknown>
  command(asked: Given): Promise<unknown>
  insert(asked: Given): Promise<unknown>
  exec(asked: Given): Promise<unknown>
  ping(asked: Given): Promise<unknown>
}
type Session = Calls & { close(): Promise<void> }

const NOTHING = { query: 'SELECT 1' }

const poolOf = (open: () => Session, most: number) => {
  const all = [open()]
  const free = [...all]
  const waiting: ((session: Session) => void)[] = []
  return {
    all,
    take: (): Session | Promise<Session> => {
      const idle = free.pop()
      if (idle) return idle
      if (all.length === most) return new Promise(resolve => waiting.push(resolve))
      const another = open()
      all.push(another)
      return another
    },
    give: (session: Session): void => {
      const next = waiting.shift()
      if (next) next(session)
      else free.push(session)
    },
  }
}

/** One connection; whoever finds all of its sessions at work waits for the first that is free, in the order of asking. */
export const spreadOver = (open: () => Session, most: number): Session => {
  const { all, take, give } = poolOf(open, most)
  const failed = new Set<Session>()
  /** What it had answered before it failed would come before the session's next answer; and until then it holds what it held. */
  const clear = async (session: Session) => {
    await session.command(NOTHING)
    failed.delete(session)
  }
  const ask = async (session: Session, method: keyof Calls, asked: Given) => {
    asked.abort_signal?.throwIfAborted()
    if (failed.has(session)) await clear(session)
    return session[method](withLiterals(asked))
  }
  const onOne = (method: keyof Calls) => async (asked: Given) => {
    const session = await take()
    const answer = ask(session, method, asked)
    const free = () => give(session)
    answer.then(free, () => {
      failed.add(session)
      // Where even that fails it is tried again before the next statement. Who was answered does not wait for it.
      clear(session).then(free, free)
    })
    return answer
  }
  const calls = Object.fromEntries(METHODS.map(method => [method, onOne(method)])) as Calls
  const close = async () => {
    await Promise.all(all.map(session => session.close()))
  }
  return { ...calls, close }
}
