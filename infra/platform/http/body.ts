/** Parses request bodies as JSON, even those of type text/plain. Limits their nesting. */
import type { FastifyInstance } from 'fastify'

/** A beacon (`navigator.sendBeacon`) cannot send the content type of JSON. */
export const readTextAsJson = (app: FastifyInstance): void => {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}

/** One level more than valid requests need. Their deepest value is an event's property in a batch. */
export const MAX_DEPTH = 5

/** Whether a value is nested more than `levels` deep. Each array or object is one level. */
export const isDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value))
    if (typeof inner === 'object' && isDeeperThan(levels - 1, inner)) return true
  return false
}
