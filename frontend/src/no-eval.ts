/** Stops zod from trying `eval`, which the CSP reports. It must run before any schema, so Vite bundles it with zod. */
import { config } from 'zod'

config({ jitless: true })
