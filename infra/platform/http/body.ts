/** Parses request bodies: JSON, also as text/plain, with a limit on nesting. */
import type { FastifyInstance } from 'fastify'

/** Beacons may only send "simple" content types, so a text body is parsed as JSON. */
export const readTextAsJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}

/** The deepest value of a valid request is an event's property in a batch, at level four. */
export const MAX_DEPTH = 5

/** Each array or object is one level. */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (typeof inner === 'object' && isDeeperThan(levels - 1, inner)) return true
  return false
}
