/** zod tries `eval`, which the CSP reports. This must run before any schema, so vite.config.ts bundles it with zod. */
import { config } from 'zod'

config({ jitless: true })
