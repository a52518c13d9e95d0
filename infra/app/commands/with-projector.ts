import type { Env } from '../../platform/env.ts'
import { runningUrl, startForCommand } from '../start.ts'

/** Only a projector changes read models. Where none runs, one is started for as long as the work takes. */
export const withProjector = async <T>(env: Env, work: () => Promise<T>): Promise<T> => {
  const runs = env.CLICKHOUSE_URL !== undefined || (await runningUrl(env)) !== undefined
  const started = runs ? null : await startForCommand(env)
  try {
    return await work()
  } finally {
    await started?.close()
  }
}
