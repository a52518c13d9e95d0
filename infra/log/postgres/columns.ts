/**
 * Splits a text into columns, because UUIDs and times within JSON hardly compress. A mark of one byte replaces each UUIDv7, time and
 * session id in the text. `times` holds their times in ms, each as the difference to the one before, and `ids` holds the random bytes
 * of the UUIDs. Example: a time half a second after the previous one becomes a mark in the text and 500 in `times`. A
 * session id equal to the previous one becomes only a mark. The conversion is lossless for any text.
 */
export type Columns = { text: string; times: string; ids: Buffer }

const SAME_SESSION = '\x01'
const SESSION = '\x02'
const ID = '\x03'
const TIME = '\x04'
/** Precedes a character of the text that looks like a mark. */
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
    // Dates such as 30 February, and 24:00, do not survive a round trip, so they stay in the text.
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

/** A fast `toISOString`. Memoizes the minute, because most times share it with the previous one. */
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
