/** What a body may be: JSON, by whatever simple type it is sent, and nested no deeper than anything that is asked for. */
import type { FastifyInstance } from 'fastify'

/** Beacons may only send "simple" content types, so a text body is read as the JSON it holds. */
export const readTextAsJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}

/** The deepest that is asked for is a property of an event of a batch: the fourth level holds it. */
export const MAX_DEPTH = 5

/** A text, a number or null is no level; a list or an object is one, and what it holds may be more. */
export const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some(inner => isDeeperThan(levels - 1, inner)))
