/** Whether messages arrive: a test that is sent at once, and another try for what was given up. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { testAnswer, testRequest } from '../contract/notifications/state.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { choiceOf } from './choices.ts'
import { tryAgain } from './queue.ts'
import { openTrial } from './trial.ts'

export const deliveryRoutes = (app: Api, { sql, now, config }: Deps): void => {
  const trial = openTrial(config.notify, now)

  app.post(
    '/api/admin/notifications/test',
    { config: FOR_STAFF, schema: { body: testRequest, response: { 200: testAnswer } } },
    async request => {
      const { channel } = request.body
      if (channel === 'webhook') return trial.post()
      const { email } = await choiceOf(sql, sessionOf(request).accountId)
      if (!email) throw new HttpError(409, 'Save an e-mail address first: the test goes there.')
      return trial.mail(email)
    },
  )

  app.post(
    '/api/admin/notifications/retry',
    { config: FOR_STAFF, schema: { response: { 200: z.object({ again: z.int() }) } } },
    async () => ({ again: await tryAgain(sql, now()) }),
  )
}
