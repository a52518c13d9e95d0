import { type ServedShares, servedShares } from '@firsttouch/api/contract/experiments/life'

export type AskShares = () => Promise<ServedShares>

export const ANSWER_WITHIN_MS = 2_000

/** Of an API elsewhere; rejects with a sentence for the log where it cannot be had. */
export const askApi =
  (apiUrl: string): AskShares =>
  async () => {
    const answer = await fetch(new URL('/api/experiments/shares', apiUrl), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    return servedShares.parse(await answer.json())
  }
