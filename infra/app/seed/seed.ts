/** `npm run seed`: adds a month of traffic with campaigns and leads to the running Firsttouch. */
import { readEnv } from '../../platform/env.ts'
import { runCommand } from '../../platform/run-command.ts'
import { addressOf } from '../../platform/service.ts'
import { withPostgresOf } from '../../stores/postgres-from-env.ts'
import { runningUrl, startForCommand } from '../start.ts'
import { addRecords } from './records.ts'
import { sendEvents } from './send.ts'
import { monthOfTraffic } from './traffic.ts'

const seed = async (): Promise<void> => {
  const env = readEnv()
  const running = await runningUrl(env)
  const site = running ?? addressOf(env)
  const started = running ? null : await startForCommand(env)
  if (started)
    console.log(
      `Firsttouch was not running over ${env.DATA_DIR}: it is started for the seed and stopped afterwards.`,
    )
  if (started?.staff)
    console.log(`Staff login, shown only this once: ${started.staff.username} / ${started.staff.password}`)
  try {
    const now = new Date()
    const events = monthOfTraffic(now)
    await withPostgresOf(env, ({ sql }) =>
      addRecords(sql, events, {
        domain: env.SITE_URL ?? site,
        now,
        currency: env.CURRENCY,
        country: env.BUSINESS_COUNTRY,
      }),
    )
    const accepted = await sendEvents(started?.url ?? site, events, sent =>
      process.stdout.write(`\r${sent} of ${events.length} events`),
    )
    console.log(`\n${accepted} events accepted. Open ${site}/admin.`)
  } finally {
    await started?.close()
  }
}

await runCommand({
  usage: 'npm run seed   a month of traffic into Firsttouch, which may run or not',
  run: seed,
})
