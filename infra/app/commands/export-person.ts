/** `npm run export-person`: prints everything stored about a person as JSON. */
import { audit } from '@firsttouch/api/auth/audit'
import { collectRecords, markOf, type Subject } from '@firsttouch/api/inbox/erasure'
import { v7 } from 'uuid'
import type { Log } from '../../log/log.ts'
import { withLog } from '../../log/open-log.ts'
import { reachesEnd } from '../../log/reaches-end.ts'
import { readEnv } from '../../platform/env.ts'
import { runCommand } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'
import { assertInstalled, withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { findPerson, NOBODY_STATUS, nobody, subjectOf, WHO_OPTIONS, type Who } from './who.ts'

const USAGE = `npm run export-person -- --email jo@example.com > person.json
npm run export-person -- --phone "07700 900123" > person.json
npm run export-person -- --lead ID             > person.json   the record with this id, and all others with its address
npm run export-person -- --session utm_…       > person.json
Exit status: 2 for wrong use, 3 if nobody was found.`

const run = async (who: Who): Promise<void> => {
  const env = readEnv()
  const subject = subjectOf(who, env.BUSINESS_COUNTRY)
  await assertInstalled(env)
  const person = await withPostgresFromEnv(env, ({ sql, url }) =>
    withLog(env.LOG_URL ?? url, log => storedOf(sql, log, subject, env.BUSINESS_COUNTRY)),
  )
  if (person) return console.log(JSON.stringify(person, null, 2))
  console.error(nobody(who))
  process.exitCode = NOBODY_STATUS
}

const storedOf = async (sql: Sql, log: Log, subject: Subject, country: string) => {
  const now = new Date()
  const { records, sessions } = await findPerson(sql, subject, country)
  const mark = markOf({ ...subject, until: now, found: records })
  const { leads, trialSignups, onboarding, clickIds, notes } = await collectRecords(sql, mark)
  const group = `export-${v7()}`
  const visits = await entriesOf(log, group, new Set(sessions))
  await sql`DELETE FROM log_consumers WHERE consumer_group = ${group}`
  if (records.length + visits.length === 0) return undefined
  const counts = { leads: leads.length, onboarding: onboarding.length, logEntries: visits.length }
  await audit(sql, { at: now, actor: 'command line', action: 'person.export', detail: counts })
  return { exportedAt: now, sessions, leads, trialSignups, onboarding, clickIds, notes, visits }
}

/** Reads the whole log, because the log has no index by session. */
const entriesOf = async (log: Log, group: string, sessions: Set<string>): Promise<unknown[]> => {
  const found: unknown[] = []
  if (sessions.size === 0) return found
  const stop = new AbortController()
  const reading = log.consume(
    group,
    async batch => {
      for (const { key, value } of batch) if (sessions.has(key)) found.push(JSON.parse(value))
    },
    { signal: stop.signal },
  )
  await reachesEnd(log, group, stop.signal)
  stop.abort()
  await reading
  return found
}

await runCommand({ usage: USAGE, options: WHO_OPTIONS, run })
