/** `npm run seed`: adds a month of traffic with campaigns and leads to the running Firsttouch. */
import { type Env, readEnv } from '../../platform/env.ts'
import { runCommand } from '../../platform/run-command.ts'
import { addressOf } from '../../platform/service.ts'
import type { Sql } from '../../stores/postgres.ts'
import { withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { runningUrl, startForCommand } from '../start.ts'
import { addRecords } from './records.ts'
import { sendEvents } from './send.ts'
import { monthOfTraffic } from './traffic.ts'

/** Throws if the site seems to have real visitors, because seeded visits cannot be removed from the figures. */
export const refuseWhereReal = async (env: Pick<Env, 'NODE_ENV' | 'SITE_URL'>, sql: Sql): Promise<void> => {
  const [row] = await sql<{ leads: number }[]>`
    SELECT count(*)::int AS leads FROM leads
    WHERE email NOT LIKE '%@example.com' AND spam_reason = '' AND created_at < now() - interval '1 day'`
  const isPublic = env.NODE_ENV === 'production' || env.SITE_URL?.startsWith('https:')
  if (isPublic || row?.leads)
    throw new Error(
      `This looks like a real installation (${isPublic ? 'by NODE_ENV or SITE_URL' : `leads that no seed made: ${row?.leads}`}), and nothing ` +
        'removes seeded visits and leads again. Set DATA_DIR to a new directory, or use npm run seed -- --anyway.',
    )
}

const seed = async ({ anyway = false }: { anyway?: boolean }): Promise<void> => {
  const env = readEnv()
  const running = await runningUrl(env)
  const site = running ?? addressOf(env)
  const started = running ? null : await startForCommand(env)
  if (started) console.log('The seed starts a Firsttouch process of its own and stops it afterwards.')
  if (started?.staff)
    console.log(`Staff login, shown only this once: ${started.staff.username} / ${started.staff.password}`)
  try {
    const now = new Date()
    const events = monthOfTraffic(now)
    await withPostgresFromEnv(env, async ({ sql }) => {
      if (!anyway) await refuseWhereReal(env, sql)
      await addRecords(sql, events, {
        domain: env.SITE_URL ?? site,
        now,
        currency: env.CURRENCY,
        country: env.BUSINESS_COUNTRY,
      })
    })
    const accepted = await sendEvents(started?.url ?? site, events, sent =>
      process.stdout.write(`\r${sent} of ${events.length} events`),
    )
    console.log(`\n${accepted} events accepted. Open ${running ?? env.SITE_URL ?? site}/admin.`)
  } finally {
    await started?.close()
  }
}

if (import.meta.main)
  await runCommand({
    usage: `npm run seed               sends a month of traffic to Firsttouch, and starts it if it does not run
npm run seed -- --anyway   the same, even if the installation looks like a real one`,
    options: { anyway: { type: 'boolean' } },
    run: seed,
  })
