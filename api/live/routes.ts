/** `GET /api/admin/live`: server-sent events that say what to fetch again. */

import { sessionOf } from '../auth/guard.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { openLive } from './live.ts'

export const liveRoutes = (app: Api, deps: Deps): void => {
  const live = openLive(deps, app.log)
  // The server would wait for open streams.
  app.addHook('preClose', () => live.close())
  app.get('/api/admin/live', { config: FIGURES, exposeHeadRoute: false }, (request, reply) =>
    live.follow(reply, sessionOf(request)),
  )
}
