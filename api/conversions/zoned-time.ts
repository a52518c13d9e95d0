import { MINUTE_MS } from '@firsttouch/infra/platform/timing'

/** `2026-07-01 13:00:00` and `+0100`: the clock there, and its distance from Greenwich. */
export const zonedTime = (at: Date, timeZone: string): { time: string; offset: string } => {
  const seconds = Math.floor(at.getTime() / 1000) * 1000
  // Sweden writes its times as the platforms want them.
  const time = new Date(seconds).toLocaleString('sv-SE', { timeZone })
  const minutes = Math.round((Date.parse(`${time.replace(' ', 'T')}Z`) - seconds) / MINUTE_MS)
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const far = Math.abs(minutes)
  return { time, offset: `${minutes < 0 ? '-' : '+'}${two(far / 60)}${two(far % 60)}` }
}
