import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { FastifyContextConfig, RouteOptions } from 'fastify'
import { isAtLeast } from '../contract/roles.ts'
import type { Session } from './sessions.ts'

export const requireRole = ({ method, url, config }: RouteOptions): void => {
  if (config?.access !== 'staff') return
  if (!config.role) throw new Error(`${method} ${url} does not say which role may call it: set config.role`)
  if (config.bearer && !['GET', 'HEAD'].includes(String(method)))
    throw new Error(`${method} ${url} is not a read: a read token cannot call it, so remove config.bearer`)
}

/** Throws HttpError 403 if the role or read token may not call the route. A new role applies from the next request. */
export const demandRole = (session: Session, { role = 'owner', bearer }: FastifyContextConfig): void => {
  if (session.isToken && !bearer)
    throw new HttpError(
      403,
      'A read token cannot make this call. It reads figures and leads, and changes nothing.',
    )
  if (isAtLeast(session.role, role)) return
  throw new HttpError(
    403,
    session.isToken
      ? 'The scope of this read token is "figures". This call needs the scope "figures and leads".'
      : `Your role is ${session.role}. This needs the role ${role}: ask an owner.`,
  )
}

/** Empties the given fields at any depth for viewers, who must not see personal data. */
export const hideFromViewers = <Answer>(
  session: Session,
  answer: Answer,
  fields: readonly string[],
): Answer =>
  isAtLeast(session.role, 'staff')
    ? answer
    : JSON.parse(JSON.stringify(answer), (key, value) => (fields.includes(key) ? '' : value))
