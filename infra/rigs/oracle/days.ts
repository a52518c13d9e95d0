/** Days of a time zone. A day is text such as 2025-10-26, a moment is milliseconds since 1970. */
const HOUR = 3_600_000
export const DAY = 24 * HOUR
const QUARTER_HOUR = 900_000

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23' },
    })
    formats.set(zone, format)
  }
  return format
}

/** Local time, such as `2025-10-26T01:30:00`. */
const wallClock = (zone: string, at: number): string => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

const known = new Map<string, string>()
/** Cached by quarter of an hour, within which no zone changes. */
export const dayOf = (zone: string, at: number): string => {
  const quarter = Math.floor(at / QUARTER_HOUR)
  const key = `${zone} ${quarter}`
  let day = known.get(key)
  if (day === undefined) {
    day = wallClock(zone, quarter * QUARTER_HOUR).slice(0, 10)
    known.set(key, day)
  }
  return day
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY

export const eachDay = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))

/** A day's first moment, which is the start of a quarter of an hour. */
export const startOf = (zone: string, day: string): number => {
  let at = Date.parse(day) - 16 * HOUR
  while (dayOf(zone, at) < day) at += QUARTER_HOUR
  return at
}

/**
 * The moment of `day` with `moment`'s local time. The earlier of two when the clocks go back, the next existing one when they go forward.
 */
export const sameTimeOn = (zone: string, day: string, moment: number): number => {
  const time = wallClock(zone, moment).slice(10)
  const from = startOf(zone, day)
  const to = startOf(zone, addDays(day, 1))
  for (let at = from; at < to; at += QUARTER_HOUR) {
    const [quarter, wanted] = [wallClock(zone, at), `${day}${time}`]
    const within = Date.parse(`${wanted}Z`) - Date.parse(`${quarter}Z`)
    if (within >= 0 && within < QUARTER_HOUR) return at + within + (((moment % 1000) + 1000) % 1000)
    if (within < 0) return at
  }
  return to
}

/** The first day that is not 24 hours long. null without one. */
export const changeDayOf = (zone: string, from: string, to: string): string | null =>
  eachDay(from, to).find(day => startOf(zone, addDays(day, 1)) - startOf(zone, day) !== DAY) ?? null
