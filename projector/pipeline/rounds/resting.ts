/** How long a projector rests between two rounds: figures are the fresher the less it does, and whoever else works has the less of the machine. */
import { availableParallelism } from 'node:os'

/** Asked once when there is work after none, and then after each round: how long to rest, in ms. */
export type Resting = () => (tookMs: number) => number

/** Rounds that can begin so far apart, in ms; longer ones follow one another. */
const APART = { least: 100, most: 200 }
const restAfter = (tookMs: number, apartMs: number): number =>
  Math.max(0, Math.min(APART.most, Math.max(APART.least, apartMs)) - tookMs)

/** For a store that is a server: what it has to spare is not known here. */
export const asLongAsItTook: Resting = () => tookMs => restAfter(tookMs, 2 * tookMs)

/** Of the time of all cores. Queries of people take theirs from it, so they make rounds fewer. */
const BUSY = 0.7

const usedByThisProcess = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** With the engine in this process: until this process has used no more than its part of the cores. `usedMs`: of CPU since it began. */
export const bySpareCores =
  (cores = availableParallelism(), usedMs = usedByThisProcess): Resting =>
  () => {
    let before = usedMs()
    return tookMs => {
      const used = usedMs()
      const apartMs = (used - before) / (cores * BUSY)
      before = used
      return restAfter(tookMs, apartMs)
    }
  }
