/** The whole system without the site as a process, with the product's shutdown. */

import { startFirsttouch } from '../../app/start.ts'
import { readEnv } from '../../platform/env.ts'
import { runMain } from '../../platform/shutdown.ts'

await runMain(async () => {
  const running = await startFirsttouch(readEnv(), { site: false })
  console.log(`listening ${running.url}`)
  return running
})
