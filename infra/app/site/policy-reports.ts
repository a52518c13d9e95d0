/** Receives the browsers' reports about the content security policy. Logs at most ten lines a minute. */
import type { FastifyInstance } from 'fastify'

export const REPORTS_PATH = '/csp-report'
const LINES_A_MINUTE = 10
const LONGEST_LINE = 2_000

export const reportRoutes = (app: FastifyInstance): void => {
  const types = ['application/csp-report', 'application/reports+json']
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  let minute = 0
  let lines = 0
  app.post(REPORTS_PATH, { bodyLimit: 8 * 1024 }, async (request, reply) => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    if (lines++ < LINES_A_MINUTE)
      request.log.info({ report: String(request.body).slice(0, LONGEST_LINE) }, 'content security policy')
    return reply.status(204).send()
  })
}
