/** Restricts application logs: no query strings, no whole IP addresses, no contact data (ASVS 14.2.4, 16.2.5). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutContactData } from '../contact-data/contact-data.ts'
import { networkOf } from '../network.ts'

/** Removes URLs' queries, contact data and control characters. Browsers' reports, for example, quote whole URLs. */
const withoutQueries = (text: string): string =>
  withoutContactData(withoutControls(text).replace(/[^\s"']+/g, withoutQuery))

/** Removes everything after the path. The path begins at the first slash. */
const withoutQuery = (word: string): string => {
  const slash = word.indexOf('/')
  const query = slash < 0 ? -1 : word.slice(slash).search(/[?#]/)
  return query < 0 ? word : word.slice(0, slash + query)
}

/** Replaces characters that terminals interpret but JSON does not escape, such as C1 controls. */
const withoutControls = (text: string): string =>
  text.replace(/[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd')

const request = ({ method, url, ip }: FastifyRequest) => ({
  method,
  path: withoutContactData(url.split('?', 1)[0] ?? ''),
  network: networkOf(ip ?? ''),
})

/** Logs only these fields of an error. Other fields of a store's error may quote the rejected row. */
const error = (cause: unknown): object | string => {
  if (!(cause instanceof Error)) return withoutQueries(String(cause))
  const code = 'code' in cause ? String(cause.code) : undefined
  return {
    type: cause.name,
    message: withoutQueries(cause.message),
    ...(code !== undefined && { code }),
    stack: withoutQueries(cause.stack ?? ''),
    ...(cause.cause !== undefined && { cause: error(cause.cause) }),
  }
}

const SERIALIZERS = {
  req: request,
  res: ({ statusCode }: FastifyReply) => ({ statusCode }),
  err: error,
  cause: error,
  report: (report: unknown) => withoutQueries(String(report)),
}

const errorIn = (value: unknown): Error | undefined =>
  typeof value === 'object' && value !== null && 'err' in value && value.err instanceof Error
    ? value.err
    : undefined

const REPEATED_WITHIN_MS = 60_000
const KINDS_AT_MOST = 100

type Repeats = { since: number; times: number }

/** Logs the same error at most once a minute. Errors that differ only in digits count as the same. */
const openRepeats = (now = () => performance.now()) => {
  const known = new Map<string, Repeats>()
  return (cause: Error): { isRepeat: boolean; leftOut: number } => {
    const code = 'code' in cause ? cause.code : ''
    const key = `${cause.name} ${code} ${cause.message.replace(/\d+/g, '#')}`
    const last = known.get(key)
    if (last && now() - last.since < REPEATED_WITHIN_MS) {
      last.times += 1
      return { isRepeat: true, leftOut: last.times }
    }
    if (known.size >= KINDS_AT_MOST) known.clear()
    known.set(key, { since: now(), times: 0 })
    return { isRepeat: false, leftOut: last?.times ?? 0 }
  }
}

export const quietLogger = (given: boolean | object | undefined): false | object => {
  if (!given) return false
  const repeats = openRepeats()
  return {
    ...(given === true ? {} : given),
    serializers: SERIALIZERS,
    hooks: {
      logMethod(this: unknown, args: unknown[], write: (...args: unknown[]) => void) {
        const said = args.map(arg => (typeof arg === 'string' ? withoutQueries(arg) : arg))
        // Without a message, the logger would write the error's own message unfiltered.
        const [first] = args
        const cause = first instanceof Error ? first : errorIn(first)
        if (cause && typeof args[1] !== 'string') said.splice(1, 0, withoutQueries(cause.message))
        if (cause) {
          const { isRepeat, leftOut } = repeats(cause)
          if (isRepeat) return
          if (leftOut > 0) said[1] = `${said[1]} (and ${leftOut} times more since it was last written)`
        }
        write.apply(this, said)
      },
    },
  }
}
