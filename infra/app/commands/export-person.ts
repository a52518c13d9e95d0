/** `npm run export-person`: everything that is stored of one person, as JSON, to be handed to them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '@firsttouch/api/auth/audit'
import { collectRecords, markOf, sessionsOf } from '@firsttouch/api/inbox/erasure'
import { v7 } from 'uuid'
import type { Log } from '../../log/log.ts'
import { openLog } from '../../log/open-log.ts'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'
import { withPostgresOf } from '../../stores/postgres-from-env.ts'

const USAGE = `npm run export-person -- --email jo@example.com > person.json
npm run export-person -- --session utm_…       > person.json`

const run = async ({ email, session }: { email?: string; session?: string }): Promise<void> => {
  if ([email, session].filter(Boolean).length !== 1)
    throw new UsageError('Say who: one of --email and --session.')
  const env = readEnv()
  const person = await withPostgresOf(env, async ({ sql, url }) => {
    const log = await openLog(env.LOG_URL ?? url)
    try {
      return await storedOf(sql, log, email ? { email } : { session: session ?? '' })
    } finally {
      await log.close()
    }
  })
  console.log(JSON.stringify(person, null, 2))
}

const storedOf = async (
  sql: Sql,
  log: Log,
  who: { email: string } | { session: string },
): Promise<object> => {
  const now = new Date()
  const mark = markOf({ ...who, until: now })
  const sessions = 'session' in who ? [who.session] : await sessionsOf(sql, mark)
  const { leads, trialSignups, onboarding, clickIds, notes } = await collectRecords(sql, mark)
  const group = `export-${v7()}`
  const visits = await entriesOf(log, group, new Set(sessions))
  await sql`DELETE FROM log_consumers WHERE consumer_group = ${group}`
  const counts = { leads: leads.length, onboarding: onboarding.length, logEntries: visits.length }
  await audit(sql, { at: now, actor: 'command line', action: 'person.export', detail: counts })
  return { exportedAt: now, sessions, leads, trialSignups, onboarding, clickIds, notes, visits }
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

await runCommand({ usage: USAGE, options: { email: { type: 'string' }, session: { type: 'string' } }, run })
