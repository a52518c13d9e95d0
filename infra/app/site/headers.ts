/** Security headers of every page and asset: allowed sources and frames. */
import type { FastifyInstance } from 'fastify'

/** `pixel` allows Meta's pixel. `video` is the address of a video that pages may frame, or empty. */
export type SiteOrigins = { pixel?: boolean; video?: string }

export const securityHeaders = (
  scriptHashes: readonly string[],
  { pixel = false, video = '' }: SiteOrigins,
): Record<string, string> => {
  const facebook = pixel ? ['https://connect.facebook.net', 'https://www.facebook.com'] : []
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...facebook.slice(0, 1)],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...facebook.slice(1)],
    'connect-src': ["'self'", ...facebook],
    'frame-src': ["'self'", ...originOf(video)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'report-uri': [REPORTS_PATH],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

const originOf = (address: string): string[] => {
  const url = URL.parse(address)
  return url && url.origin !== 'null' ? [url.origin] : []
}

const REPORTS_PATH = '/csp-report'
const LINES_A_MINUTE = 10
const LONGEST_LINE = 2_000

/** Logs at most ten reports a minute about the content security policy. */
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
