/** Checks that the system has projected all accepted events, without loss or duplicate. */
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { until } from '../../testing/until.ts'

const CATCH_UP_MS = 300_000

type Accounts = () => Promise<PipelineAccounting>

export const accountsOf =
  (url: string, cookie: string): Accounts =>
  async () =>
    (await fetch(`${url}/api/admin/pipeline`, { headers: { cookie } })).json() as Promise<PipelineAccounting>

export const settled = (accounts: Accounts): Promise<void> =>
  until(async () => {
    const { total, inFlight } = await accounts()
    return total?.balanced === true && inFlight === 0
  }, CATCH_UP_MS)

/** Waits for the first reconciliation. It reads the whole log a minute after the projector has reached its end. */
export const compared = (accounts: Accounts): Promise<void> =>
  until(async () => (await accounts()).reconciliation !== null, CATCH_UP_MS)
