/** The whole system without the site, in a process of its own for the benchmarks. */

import { startFirsttouch } from '../../app/start.ts'
import { readEnv } from '../../platform/env.ts'

const { close } = await startFirsttouch(readEnv(), { site: false })
process.on('SIGTERM', () => close().then(() => process.exit(0)))
