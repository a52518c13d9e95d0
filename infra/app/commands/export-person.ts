/** `npm run export-person`: everything that is stored of one person, as JSON, to be handed to them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { audit } from '@firsttouch/api/auth/audit'
import { collectRecords, markOf, sessionsOf } from '@firsttouch/api/inbox/erasure'
import { v7 } from 'uuid'
import type { Log } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { readEnv } from '../../platform/env.ts'
import { openRecords } from '../../stores/open-postgres.ts'

const USAGE = `npm run export-person -- --email jo@example.com > person.json
npm run export-person -- --session utm_…       > person.json`

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, session: { type: 'string' } } })
  const { email, session } = values
  if ([email, session].filter(Boolean).length !== 1) throw new Error(USAGE)
  const env = readEnv()
  const records = await openRecords(env)
  const log = await openLog(env.LOG_URL ?? records.url)
  try {
    const { sql } = records
    const now = new Date()
    const mark = markOf({ ...(email ? { email } : { session: session ?? '' }), until: now })
    const sessions = session ? [session] : await sessionsOf(sql, mark)
    const { leads, trialSignups, onboarding, notes } = await collectRecords(sql, mark)
    const group = `export-${v7()}`
    const visits = await entriesOf(log, group, new Set(sessions))
    await sql`DELETE FROM log_consumers WHERE consumer_group = ${group}`
    const counts = { leads: leads.length, onboarding: onboarding.length, logEntries: visits.length }
    await audit(sql, { at: now, actor: 'command line', action: 'person.export', detail: counts })
    const person = { exportedAt: now, sessions, leads, trialSignups, onboarding, notes, visits }
    console.log(JSON.stringify(person, null, 2))
  } finally {
    await log.close()
    await records.close()
  }
}

/** Reads the whole log: it knows no other order than its own. */
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
  const ends = await log.positions('none')
  for (;;) {
    const places = await log.positions(group)
    const committed = new Map(places.map(place => [place.partition, place.committed]))
    if (ends.every(({ partition, start, end }) => start === end || (committed.get(partition) ?? 0) >= end))
      break
    await sleep(100)
  }
  stop.abort()
  await reading
  return found
}

await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
