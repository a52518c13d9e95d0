/** `npm run seed`: a month of traffic, campaigns to go with it, and a few leads, into the running Firsttouch. */
import { readEnv } from '../../platform/env.ts'
import { openRecords } from '../../stores/open-postgres.ts'
import { isRunning, siteOf, startFirsttouch } from '../start.ts'
import { addRecords } from './records.ts'
import { sendEvents } from './send.ts'
import { monthOfTraffic } from './traffic.ts'

const env = readEnv()
const site = siteOf(env)

const seed = async (): Promise<void> => {
  const started = (await isRunning(env)) ? null : await startFirsttouch(env, { site: false })
  if (started)
    console.log(`Firsttouch was not running at ${site}: it is started for the seed and stopped afterwards.`)
  const records = await openRecords(env)
  try {
    const now = new Date()
    const events = monthOfTraffic(now)
    await addRecords(records.sql, events, { domain: env.SITE_URL ?? site, now })
    const accepted = await sendEvents(site, events, sent =>
      process.stdout.write(`\r${sent} of ${events.length} events`),
    )
    console.log(`\n${accepted} events accepted. Open ${site}/admin.`)
    if (started?.staff)
      console.log(`Staff login, shown only this once: ${started.staff.username} / ${started.staff.password}`)
  } finally {
    await records.close()
    await started?.close()
  }
}

await seed().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
