/**
 * Compares every number of the product with a second implementation that shares no code with it, over months of random
 * business. `ORACLE_SEEDS=20` runs twenty businesses. `ORACLE_SEED=7` repeats one exactly.
 */
import { expect, test } from 'vitest'
import { sentence } from './compare.ts'
import { judge } from './run.ts'

const ONE = Number(process.env.ORACLE_SEED ?? 0)
const SEEDS =
  ONE > 0 ? [ONE] : Array.from({ length: Number(process.env.ORACLE_SEEDS ?? 1) }, (_, index) => index + 1)
const LEAST_NUMBERS = 50_000

test.each(SEEDS)(
  'every number of the business of seed %i equals the oracle’s',
  async seed => {
    const { comparison, sent, livedMs, comparedMs } = await judge(seed)
    const { differences, table, total, different } = comparison
    console.log(
      [
        `seed ${seed}: ${sent} events sent in ${Math.round(livedMs / 1000)} s, ${total()} numbers compared in ${Math.round(comparedMs / 1000)} s`,
        table(),
        ...differences.toSorted((a, b) => (a.area < b.area ? -1 : 1)).map(sentence),
      ].join('\n'),
    )
    expect(different(), 'differences, which are printed above').toBe(0)
    expect(total()).toBeGreaterThan(LEAST_NUMBERS)
  },
  1_800_000,
)
