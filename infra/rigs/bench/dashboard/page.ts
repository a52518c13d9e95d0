/** A page of the dashboard, which sends all its calls at the same time. */
import { repeat } from '../../../platform/timing.ts'

export const PAGE = [
  'analytics?days=30',
  'timeseries?days=30',
  'traffic?by=source&days=30',
  'devices?days=30',
  'funnel?days=30',
  'visitors-now',
]

/** Opens the page again `everyMs` after it was answered, until `signal` aborts. */
export const openAgain = async (
  url: string,
  cookie: string,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const ask = async (path: string) => {
    const answer = await fetch(`${url}/api/admin/${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const onError = (error: unknown) => {
    throw error
  }
  await repeat({ signal, onError, everyMs }, async () => {
    await Promise.all(PAGE.map(ask))
  })
}
