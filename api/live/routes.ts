/** `GET /api/admin/live`: server-sent events with query keys to refetch. */

import { sessionOf } from '../auth/guard.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { openLive } from './live.ts'

export const liveRoutes = (app: Api, deps: Deps): void => {
  const live = openLive(deps, app.log)
  // Otherwise the closing server would wait for open streams.
  app.addHook('preClose', () => live.close())
  app.get('/api/admin/live', { config: FIGURES, exposeHeadRoute: false }, (request, reply) =>
    live.follow(reply, sessionOf(request)),
  )
}
