/** Request bodies: JSON, also when sent as text/plain, with a limit on its depth. */
import type { FastifyInstance } from 'fastify'

/** Beacons may only send "simple" content types, so a text body is read as the JSON it holds. */
export const readTextAsJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}

/** The deepest value of a valid request, a property of an event in a batch, is on the fourth level. */
export const MAX_DEPTH = 5

/** Each list or object is one level. */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (typeof inner === 'object' && isDeeperThan(levels - 1, inner)) return true
  return false
}
