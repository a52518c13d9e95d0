import type { Step } from '@firsttouch/api/contract/timeseries'

const AXIS: Record<Step, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
}
const DATE: Record<Step, Intl.DateTimeFormatOptions> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
}
// Show the zone's name, because an hour occurs twice when clocks go back.
const HOUR: Intl.DateTimeFormatOptions = { ...AXIS.hour, timeZoneName: 'short' }

export const stepNames = (step: Step, timeZone: string) => {
  const named = (locale: string, options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return (iso: string): string => format.format(new Date(iso))
  }
  const [date, hour] = [named('en-GB', DATE[step]), named('en-GB', HOUR)]
  return {
    day: named('sv-SE', {}),
    axis: named('en-GB', AXIS[step]),
    whole: (iso: string) => (step === 'hour' ? `${date(iso)}, ${hour(iso)}` : date(iso)),
  }
}
export const STEP_WORDS: Record<Step, string> = { hour: 'Hour', day: 'Day', month: 'Month' }
