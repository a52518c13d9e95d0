/** The whole system without the site, in a process of its own that ends as the real one does. */
import { readEnv } from '../env.ts'
import { runMain } from '../shutdown.ts'
import { startFirsttouch } from '../start.ts'

await runMain(async () => {
  const running = await startFirsttouch(readEnv(), { site: false })
  console.log(`listening ${running.url}`)
  return running
})
