/** Every answer that refuses. */
import { z } from 'zod'

/** RFC 9457. `detail` is a sentence a person can act on; `issues` name the fields. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
