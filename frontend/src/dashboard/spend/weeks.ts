import { reportZone } from '../words/report-zone.ts'

const DAY_MS = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Today in the report time zone, as YYYY-MM-DD. */
export const today = (now = new Date()): string => now.toLocaleDateString('sv-SE', { timeZone: reportZone() })

export const weekOf = (day: string): string[] => {
  const fromMonday = (new Date(day).getUTCDay() + 6) % 7
  return Array.from({ length: 7 }, (_, at) => addDays(day, at - fromMonday))
}
