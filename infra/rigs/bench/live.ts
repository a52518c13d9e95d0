import type { LiveMessage } from '@firsttouch/api/contract/live'

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
