/** What a reader of the log must not know any more: erased sessions, and the details of old visits. */
import type { ISql } from 'postgres'
import { type Forget, forgetting, openAliases } from './erasures.ts'
import { ageing } from './retention.ts'

/** To be asked inside each round, so that nothing is erased between asking and writing. */
export const openForgetting = (group: string): ((sql: ISql) => Promise<Forget>) => {
  const readAliases = openAliases()
  return async sql => {
    const forgetErased = forgetting(await readAliases(sql))
    const [row] = await sql<{ until: Date }[]>`
      SELECT until FROM details_removed WHERE consumer_group = ${group}`
    const forgetOld = ageing(row ? row.until.getTime() / 1000 : 0)
    return envelope => forgetOld(forgetErased(envelope))
  }
}
