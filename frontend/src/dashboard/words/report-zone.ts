/** The report time zone, from the session's response. */

let zone = 'UTC'
let formats = new Map<string, Intl.DateTimeFormat>()

/** Runs before any time is shown, because the page waits for the session. */
export const setReportZone = (name: string): void => {
  zone = name
  formats = new Map()
}

export const reportZone = (): string => zone

export const reportZoneName = (): string => zone.replaceAll('_', ' ')

export const inReportZone = (options: Intl.DateTimeFormatOptions, iso: string): string => {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone })
  formats.set(key, format)
  return format.format(new Date(iso))
}

/** Today's calendar day in the report time zone. */
export const today = (now = new Date()): string => now.toLocaleDateString('sv-SE', { timeZone: zone })

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
