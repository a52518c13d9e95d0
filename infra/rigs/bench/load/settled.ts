/** Whether the system has projected all that it took, and lost or doubled nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'

const CATCH_UP_MS = 300_000

export type Accounts = () => Promise<PipelineAccounting['total']>

export const accountsOf =
  (url: string, cookie: string): Accounts =>
  async () => {
    const answer = await fetch(`${url}/api/admin/pipeline`, { headers: { cookie } })
    return ((await answer.json()) as PipelineAccounting).total
  }

export const settled = async (accounts: Accounts): Promise<void> => {
  for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await sleep(1_000)) {
    const total = await accounts()
    if (total?.balanced && total.inFlight === 0) return
  }
  throw new Error('The accounts did not balance within five minutes.')
}
