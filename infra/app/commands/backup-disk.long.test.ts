/** A disk that is too small for a backup or fills up during one, while the service runs. */
import { spawnSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { startTestSystem, type TestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('SKIPPED a full disk during a backup: only root may mount a tmpfs')

describe.skipIf(!isRoot)('backups on a separate disk', () => {
  let place: string
  let system: TestSystem
  const disks: string[] = []
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'firsttouch-backup-disk-'))
    // PostgreSQL's account must pass through this folder to the data directory.
    await chmod(place, 0o711)
    system = await startTestSystem({ dataDir: join(place, 'data') })
  })
  afterAll(async () => {
    await system?.close()
    for (const disk of disks) spawnSync('umount', ['-l', disk])
    await rm(place, { recursive: true, force: true })
  })
  const mount = async (name: string, megabytes: number): Promise<string> => {
    const disk = join(place, name)
    await mkdir(disk)
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk])
    expect(status, 'mount of a tmpfs').toBe(0)
    disks.push(disk)
    return disk
  }
  const env = () => readEnv({ DATA_DIR: system.dataDir })
  /** Sends calls while `work` runs. Expects a 202 for every call and counts the accepted calls. */
  const underLoad = async (work: () => Promise<unknown>): Promise<void> => {
    const answers = new Set<number>()
    let going = true
    const sending = (async () => {
      while (going) {
        const events = [{ type: 'visit', id: v7(), sessionId: `utm_${Math.random()}_a`, pagePath: '/' }]
        answers.add((await system.post('/api/analytics/batch', { events })).status)
      }
    })()
    await work().finally(() => {
      going = false
    })
    await sending
    expect([...answers]).toEqual([202])
    await until(async () => {
      const { total, inFlight } = await system.get<PipelineAccounting>('/api/admin/pipeline')
      return inFlight === 0 && total.balanced
    }, 60_000)
  }
  const backupsNoted = async (): Promise<number> => {
    const { sql, close } = await openPostgresFromEnv({ DATA_DIR: system.dataDir })
    const slots = await sql`SELECT slot_name FROM pg_replication_slots`
    expect(slots, 'write-ahead log would be kept for ever').toEqual([])
    const { length } = await sql`SELECT FROM backups`
    await close()
    return length
  }

  test('a backup to a disk that is too small fails before it copies anything', async () => {
    const disk = await mount('small', 4)
    await underLoad(() =>
      expect(backUp(env(), join(disk, 'new'))).rejects.toThrow(
        /^The backup takes about \d+ MB, and its disk has room for [45] MB\. Nothing was copied\.$/,
      ),
    )
    expect(await readdir(disk)).toEqual([])
    expect(await backupsNoted()).toBe(0)
  })

  test('a backup that fills the disk half-way is removed, and the next backup is complete', async () => {
    const disk = await mount('filling', 400)
    const target = join(disk, 'new')
    let files = 0
    const fill = () => {
      files += 1
      if (files !== 20) return
      // One short call, because the service runs in this process and cannot answer during it.
      const { bavail, bsize } = statfsSync(disk)
      const { status } = spawnSync('fallocate', ['-l', String(bavail * bsize), join(disk, 'ballast')])
      expect(status, 'fallocate').toBe(0)
      expect(statfsSync(disk).bavail, 'free blocks').toBe(0)
    }
    await underLoad(() =>
      expect(backUp(env(), target, fill)).rejects.toThrow(
        `The disk of ${target} is full. The incomplete backup was removed. Make room, or name another disk.`,
      ),
    )
    expect((await readdir(disk)).filter(name => !name.startsWith('ballast'))).toEqual([])
    expect(await backupsNoted()).toBe(0)
    const empty = readEnv({ DATA_DIR: join(place, 'restored') })
    await expect(restore(empty, target)).rejects.toThrow('is not a backup')

    for (const name of await readdir(disk)) await rm(join(disk, name))
    await underLoad(() => backUp(env(), target))
    expect(await readdir(disk)).toEqual(['new'])
    expect(await backupsNoted()).toBe(1)
    await restore(empty, target)
    const { sql, close } = await openPostgresFromEnv({ DATA_DIR: empty.DATA_DIR })
    expect((await sql`SELECT FROM log_batches`).length).toBeGreaterThan(0)
    await close()
  })
})
