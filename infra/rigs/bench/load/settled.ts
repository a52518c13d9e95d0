/** Whether the system has projected all that it took, and lost or doubled nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'

const CATCH_UP_MS = 300_000

export type Accounts = () => Promise<PipelineAccounting>

export const accountsOf =
  (url: string, cookie: string): Accounts =>
  async () =>
    (await fetch(`${url}/api/admin/pipeline`, { headers: { cookie } })).json() as Promise<PipelineAccounting>

const until = async (accounts: Accounts, isSo: (said: PipelineAccounting) => boolean): Promise<void> => {
  for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await sleep(1_000))
    if (isSo(await accounts())) return
  throw new Error('The accounts did not balance within five minutes.')
}

export const settled = (accounts: Accounts): Promise<void> =>
  until(accounts, ({ total }) => total?.balanced === true && total.inFlight === 0)

/** All of the log is read once for it, a minute after its end was reached. */
export const compared = (accounts: Accounts): Promise<void> =>
  until(accounts, ({ reconciliation }) => reconciliation !== null)
