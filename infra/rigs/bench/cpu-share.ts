/** Holds processes to a share of a core by Linux's control groups, so that two of them find free cores on a small machine. */
import { mkdir, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const PERIOD_US = 20_000
const ROOT = '/sys/fs/cgroup'

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Resolves with how to let it go again; null where this user may not make a control group. */
export const holdToShare = async (pid: number, share: number): Promise<(() => Promise<void>) | null> => {
  const first = await exists(join(ROOT, 'cpu', 'cpu.cfs_quota_us'))
  const parent = first ? join(ROOT, 'cpu') : ROOT
  const group = join(parent, `firsttouch-bench-${pid}`)
  const quota = Math.round(share * PERIOD_US)
  try {
    await mkdir(group)
    if (first) {
      await writeFile(join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
      await writeFile(join(group, 'cpu.cfs_quota_us'), String(quota))
    } else await writeFile(join(group, 'cpu.max'), `${quota} ${PERIOD_US}`)
    await writeFile(join(group, 'cgroup.procs'), String(pid))
  } catch {
    await rmdir(group).catch(() => undefined)
    return null
  }
  return async () => {
    // A process that has ended meanwhile has left the group by itself.
    await writeFile(join(parent, 'cgroup.procs'), String(pid)).catch(() => undefined)
    await rmdir(group)
  }
}
