/**
 * Splits a text into three columns, because UUIDs and times within JSON hardly compress. In `text`, a one-byte mark
 * replaces each UUIDv7, time and session id. `times` holds each time as the difference in ms from the previous one, and
 * the rest of each new session id. `ids` holds the random bytes of the UUIDs. Any text can be restored exactly.
 */
export type Columns = { text: string; times: string; ids: Buffer }

const SAME_SESSION = '\x01'
const SESSION = '\x02'
const ID = '\x03'
const TIME = '\x04'
/** Escapes a character of the original text that looks like a mark. */
const NO_MARK = '\x05'
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are rare in texts and take one byte each.
const MARKS = /[\x01-\x04]|\x05./g

const TAKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks.
  /utm_(\d{13})_(\w*)|([0-9a-f]{8})-([0-9a-f]{4})-(7[0-9a-f]{3})-([0-9a-f]{4})-([0-9a-f]{12})|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[\x01-\x05]/g

export const toColumns = (given: string): Columns => {
  const iso = openIso()
  const times: string[] = []
  const ids: string[] = []
  let before = 0
  let session = ''
  const step = (ms: number): string => {
    const difference = ms - before
    before = ms
    return String(difference)
  }
  const text = given.replace(TAKEN, (all, began, name, high, low, ...random) => {
    if (began !== undefined) {
      if (all === session) return SAME_SESSION
      session = all
      times.push(`${step(Number(began))}_${name}`)
      return SESSION
    }
    if (high !== undefined) {
      times.push(step(Number.parseInt(high + low, 16)))
      ids.push(random[0], random[1], random[2])
      return ID
    }
    if (all.length === 1) return NO_MARK + all
    const ms = Date.parse(all)
    // Leave a time in the text if it would come back different, such as 30 February or 24:00.
    if (Number.isNaN(ms) || iso(ms) !== all) return all
    times.push(step(ms))
    return TIME
  })
  return { text, times: times.join('\n'), ids: Buffer.from(ids.join(''), 'hex') }
}

export const fromColumns = ({ text, times, ids }: Columns): string => {
  const iso = openIso()
  const steps = times.split('\n')
  const random = ids.toString('hex')
  let [at, from, ms, session] = [0, 0, 0, '']
  const next = (): string => steps[at++] ?? ''
  const time = (step: string): number => {
    ms += Number(step)
    return ms
  }
  return text.replace(MARKS, mark => {
    if (mark === SAME_SESSION) return session
    if (mark === TIME) return iso(time(next()))
    if (mark === ID) {
      from += 20
      return idOf(time(next()), random.slice(from - 20, from))
    }
    if (mark !== SESSION) return mark.slice(1)
    const began = next()
    const end = began.indexOf('_')
    session = `utm_${String(time(began.slice(0, end))).padStart(13, '0')}${began.slice(end)}`
    return session
  })
}

const idOf = (ms: number, random: string): string => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`
}

const MINUTE_MS = 60_000

/** A fast `toISOString`. Caches the text of one minute, because successive times are mostly in the same minute. */
const openIso = () => {
  let minute = Number.NaN
  let head = ''
  return (ms: number): string => {
    const own = Math.floor(ms / MINUTE_MS)
    if (own !== minute) {
      minute = own
      head = new Date(own * MINUTE_MS).toISOString().slice(0, -7)
    }
    const rest = String(100_000 + ms - own * MINUTE_MS)
    return `${head}${rest.slice(1, 3)}.${rest.slice(3)}Z`
  }
}
