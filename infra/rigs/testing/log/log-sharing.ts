/** The contract for several consumers of a group, as tests. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { Log } from '../../../log/log.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { until } from '../until.ts'
import { entries, follow, GROUP, PATIENCE_MS, type Reader, values } from './log-reader.ts'

const PARTITIONS = [0, 1, 2, 3]
const cleanUp = cleanUpAfter('each')

/** `log`: the test's fresh log. `hastyUrl`: its address with which a dead consumer is noticed soonest. `open`: opens the log again. */
type Fresh = { log: () => Log; hastyUrl: () => string; open: () => Promise<Log> }

export const describeSharing = ({ log, hastyUrl, open }: Fresh): void => {
  let rounds = 0
  /** Appends entries to every partition and returns which member read which partition. */
  const round = async (members: Reader[]) => {
    const name = `round ${rounds++} `
    const sent = entries(20, 20).map(({ key, value }) => ({ key, value: name + value }))
    await log().append(sent)
    const read = () =>
      members.flatMap(({ seen }, member) =>
        seen.filter(({ value }) => value.startsWith(name)).map(record => ({ ...record, member })),
      )
    await until(() => new Set(values(read())).size === sent.length, PATIENCE_MS)
    await sleep(150)
    const readers = PARTITIONS.map(partition => [
      ...new Set(
        read()
          .filter(record => record.partition === partition)
          .map(record => record.member),
      ),
    ])
    const held = Object.values(Object.groupBy(readers.flat(), String)).map(of => of?.length ?? 0)
    const isFair =
      read().length === sent.length &&
      readers.every(({ length }) => length === 1) &&
      Math.max(...held) <= Math.ceil(PARTITIONS.length / members.length)
    return { readers, isFair }
  }

  test('exactly one consumer reads each of four partitions, while three, five and two consumers come and go', async () => {
    const members: Reader[] = []
    for (const count of [3, 5, 2]) {
      while (members.length < count) members.push(follow(await open()))
      for (const gone of members.splice(count)) await gone.end()
      await until(async () => {
        // During a rebalance a partition may change its consumer or have none.
        const [before, after] = [await round(members), await round(members)]
        return before.isFair && isDeepStrictEqual(before.readers, after.readers)
      }, PATIENCE_MS)
    }
  })

  test('the partitions of a killed consumer go to another', async () => {
    const code = `
      import { openLog } from ${JSON.stringify(import.meta.resolve('../../../log/open-log.ts'))}
      const log = await openLog(process.argv[1])
      const signal = new AbortController().signal
      await log.consume('${GROUP}', async batch => console.log(batch.length), { signal })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, hastyUrl()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanUp.push(() => child.kill('SIGKILL'))
    let seenByChild = 0
    createInterface(child.stdout).on('line', line => {
      seenByChild += Number(line)
    })
    await log().append(entries(50))
    await until(() => seenByChild >= 50, PATIENCE_MS)
    child.kill('SIGKILL')
    await log().append(entries(50).map(entry => ({ ...entry, value: `after ${entry.value}` })))
    const { seen } = follow(log())
    // The child may have died before the commit of its last batch, so that batch may come again.
    const after = () => seen.filter(record => record.value.startsWith('after'))
    await until(() => after().length >= 50, PATIENCE_MS)
    expect(after()).toHaveLength(50)
  })
}
