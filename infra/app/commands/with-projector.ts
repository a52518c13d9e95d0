import type { Env } from '../../platform/env.ts'
import { isRunning, startFirsttouch } from '../start.ts'

/** Only a projector changes read models. Where none runs, one is started for as long as the work takes. */
export const withProjector = async <T>(env: Env, work: () => Promise<T>): Promise<T> => {
  const runs = env.CLICKHOUSE_URL !== undefined || (await isRunning(env))
  const started = runs ? null : await startFirsttouch(env, { site: false })
  try {
    return await work()
  } finally {
    await started?.close()
  }
}
