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
// With the zone's name, because an hour occurs twice when clocks go back.
const HOUR: Intl.DateTimeFormatOptions = { ...AXIS.hour, timeZoneName: 'short' }

export const stepNames = (step: Step, timeZone: string) => {
  const short = new Intl.DateTimeFormat('en-GB', { ...AXIS[step], timeZone })
  const date = new Intl.DateTimeFormat('en-GB', { ...DATE[step], timeZone })
  const hour = new Intl.DateTimeFormat('en-GB', { ...HOUR, timeZone })
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone })
  return {
    day: (iso: string) => day.format(new Date(iso)),
    axis: (iso: string) => short.format(new Date(iso)),
    whole: (iso: string) =>
      step === 'hour'
        ? `${date.format(new Date(iso))}, ${hour.format(new Date(iso))}`
        : date.format(new Date(iso)),
  }
}
export const STEP_WORDS: Record<Step, string> = { hour: 'Hour', day: 'Day', month: 'Month' }
