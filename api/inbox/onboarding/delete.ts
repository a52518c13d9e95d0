/** Deleting onboarding submissions, and taking it back. */

import { sessionOf } from '../../auth/guard.ts'
import { deletedAnswer, restoredAnswer, restoreRequest, SELECTION_BYTES } from '../../contract/inbox.ts'
import { submissionSelection } from '../../contract/onboarding.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { deleteByFilter, deleteByIds, restore } from '../records/deletions.ts'
import { submissionsWhere } from '../records/onboarding.ts'

export const onboardingDeleteRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.delete(
    '/api/admin/onboarding/bulk-delete',
    {
      config: FOR_STAFF,
      bodyLimit: SELECTION_BYTES,
      schema: { body: submissionSelection, response: { 200: deletedAnswer } },
    },
    async request => {
      const { submissionIds = [], filter, expectedCount = 0 } = request.body
      const by = { staff: sessionOf(request).username, now: now() }
      const deleted = filter
        ? await deleteByFilter(
            sql,
            'onboarding',
            { where: submissionsWhere(sql, filter, config.timeZone), expectedCount },
            by,
          )
        : await deleteByIds(sql, 'onboarding', submissionIds, by)
      await announceChange(sql, ['onboarding'])
      return deleted
    },
  )

  app.post(
    '/api/admin/onboarding/restore',
    { config: FOR_STAFF, schema: { body: restoreRequest, response: { 200: restoredAnswer } } },
    async request => {
      const restored = await restore(sql, 'onboarding', request.body.undoToken, now())
      await announceChange(sql, ['onboarding'])
      return { restored }
    },
  )
}
