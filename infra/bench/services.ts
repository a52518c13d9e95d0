/** The whole system without the site, in a process of its own for the benchmarks. */
import { readEnv } from '../env.ts'
import { startFirsttouch } from '../start.ts'

const { close } = await startFirsttouch(readEnv(), { site: false })
process.on('SIGTERM', () => close().then(() => process.exit(0)))
