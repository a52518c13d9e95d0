/** What a reader of the log is not to know any more: erased sessions, and the details of old visits. */
import type { ISql } from 'postgres'
import type { Redaction } from '../pipeline/entry-rows.ts'
import { openAliases, redactErased } from './erasures.ts'
import { redacting } from './events.ts'
import { redactOld } from './retention.ts'

/** To be asked inside each batch, so that nothing is erased between asking and writing. */
export const openRedaction = (group: string): ((sql: ISql) => Promise<Redaction>) => {
  const aliasesNow = openAliases()
  return async sql => {
    const [aliases, [row]] = await Promise.all([
      aliasesNow(sql),
      sql<{ until: Date }[]>`SELECT until FROM details_removed WHERE consumer_group = ${group}`,
    ])
    const until = row ? row.until.getTime() / 1000 : 0
    return redacting(redactErased(aliases), redactOld(until))
  }
}
