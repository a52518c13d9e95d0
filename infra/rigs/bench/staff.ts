/** Staff calls of the benchmarks. */
import type { LiveMessage } from '@firsttouch/api/contract/live'
import { STAFF } from '../testing/system.ts'

export const logIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(STAFF),
  })
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

/** Messages of the live stream until the signal aborts. */
export const follow = async (
  url: string,
  cookie: string,
  onMessage: (message: LiveMessage) => void,
  signal: AbortSignal,
): Promise<void> => {
  const stream = await fetch(`${url}/api/admin/live`, { headers: { cookie }, signal })
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of stream.body ?? []) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('data: ')) onMessage(JSON.parse(line.slice(6)) as LiveMessage)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
