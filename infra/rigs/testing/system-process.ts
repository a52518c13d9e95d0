/** The whole system without the site, in a process of its own that ends as the real one does. */

import { startFirsttouch } from '../../app/start.ts'
import { readEnv } from '../../platform/env.ts'
import { runMain } from '../../platform/shutdown.ts'

await runMain(async () => {
  const running = await startFirsttouch(readEnv(), { site: false })
  console.log(`listening ${running.url}`)
  return running
})
