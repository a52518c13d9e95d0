import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { EXACT } from './judge.ts'
import { startLoad } from './load.ts'
import { FULL, openRandom } from './random.ts'
import { report } from './results.ts'
import { idsOf, openSystemChild } from './system-child.ts'

const disk = mkdtempSync(join(tmpdir(), 'firsttouch-disk-'))
/** A small tmpfs that the test can fill. Mounting it needs root. */
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status === 0
if (!mounted) console.log('SKIPPED R-19 on a real disk: mounting a tmpfs is not permitted here')
afterAll(async () => {
  if (mounted) spawnSync('umount', ['-l', disk])
  await rmdir(disk)
})

/** Writes until the disk is full. */
const fillDisk = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  const block = Buffer.alloc(1024 * 1024)
  for (let full = false; !full; ) {
    const { bavail, bsize } = await statfs(disk)
    const size = Math.min(block.length, bavail * bsize)
    full =
      size === 0 ||
      (await file.write(block, 0, size).then(
        ({ bytesWritten }) => bytesWritten < size,
        () => true,
      ))
  }
  await file.close()
}

test.skipIf(!mounted)(
  'R-19 a full disk of both stores gives 503 and a pause, then recovery without help, and every number is exact',
  async () => {
    const random = openRandom('R-19')
    const system = await openSystemChild(join(disk, 'data'))
    const child = await system.start()
    const load = startLoad(random, 4)
    load.aim(child.url)
    const ballast = join(disk, 'ballast')
    const times = FULL ? 4 : 1
    for (let time = 0; time < times; time++) {
      const before = load.acknowledged.size
      await until(() => load.acknowledged.size > before + 50, 90_000)
      const refused = () => load.answers.get('503') ?? 0
      const refusedBefore = refused()
      await fillDisk(ballast)
      await until(() => refused() > refusedBefore, 60_000)
      await sleep(random.int(500, 3_000))
      await rm(ballast)
      const stuck = load.acknowledged.size
      await until(() => load.acknowledged.size > stuck + 50, 90_000)
    }
    await load.stop()
    await system.caughtUp()
    expect([...load.answers.keys()].filter(answer => !/^(202|503|nowhere)$/.test(answer))).toEqual([])
    expect(await child.end('SIGTERM')).toBe(0)
    const inLog = idsOf(await system.readLog())
    const lost = [...load.acknowledged].filter(id => !inLog.has(id))
    const verdict = await system.judge()
    await report({
      id: 'R-19',
      injected: 'the disk of both stores full',
      times,
      events: verdict.uniqueEvents,
      duplicates: verdict.duplicates,
      lost: lost.length + verdict.lost + verdict.invented,
      wrong: verdict.wrong.length,
    })
    expect(lost).toEqual([])
    expect(verdict).toMatchObject(EXACT)
  },
  600_000,
)
