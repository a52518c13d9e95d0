/** Values of the tracing variables. Their names are OpenTelemetry's. */
import { z } from 'zod'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const tracingSchemas = {
  sampler: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }),
  ratio: z.coerce
    .number({ error: 'must be a share from 0 to 1' })
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1'),
  serviceName: z.string().max(255, 'must have at most 255 characters'),
  trust: z.enum(['on', 'off'], { error: 'must be on or off' }),
}
