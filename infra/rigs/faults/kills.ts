/** Kills projectors at work, for either kind of log. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEntry } from '../../log/log.ts'
import type { Random } from './random.ts'
import type { FaultStores } from './stores.ts'

type Kills = { kills: number; entries: LogEntry[]; mostABatch: number }

/** kill -9 at random moments, with batches of random size, during appends. */
export const killAtRandom = async (
  stores: FaultStores,
  random: Random,
  { kills, entries, mostABatch }: Kills,
): Promise<void> => {
  const part = Math.ceil(entries.length / (kills + 1))
  await stores.append(entries.slice(0, part))
  for (let kill = 1; kill <= kills; kill++) {
    const child = stores.startProjector({ MAX_BATCH: String(random.int(20, mostABatch)) })
    await child.says(/^batch/)
    const more = entries.slice(kill * part, (kill + 1) * part)
    const appending = stores.append(more.slice(1))
    await sleep(random.int(0, 700))
    await child.end('SIGKILL')
    await appending
    // Append an entry, so that the next projector has a batch even if this one has projected everything.
    await stores.append(more.slice(0, 1))
  }
}

/** kill -9 between a batch and its commit. Resolves with the batches that were delivered more than once. */
export const killBeforeCommit = async (
  stores: FaultStores,
  random: Random,
  kills: number,
): Promise<string[]> => {
  const handedOver = new Map<string, number>()
  for (let kill = 0; kill < kills; kill++) {
    const child = stores.startProjector({ DIE_AFTER_BATCH: String(random.int(1, 3)), MAX_BATCH: '60' })
    const code = await child.ended
    if (code !== null) throw new Error(`The projector ended with ${code}.\n${child.errors.join('\n')}`)
    for (const line of child.lines.filter(line => line.startsWith('batch')))
      handedOver.set(line, (handedOver.get(line) ?? 0) + 1)
  }
  return [...handedOver].filter(([, times]) => times > 1).map(([batch]) => batch)
}
