import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'
import { openHttp } from './http.ts'

type HttpEnv = Pick<Env, 'LOG_LEVEL' | 'TRUST_PROXY' | 'MAX_CONNECTIONS'>

export const openHttpFromEnv = ({ LOG_LEVEL, TRUST_PROXY, MAX_CONNECTIONS }: HttpEnv): FastifyInstance =>
  openHttp({
    logger: { level: LOG_LEVEL },
    trustProxy: TRUST_PROXY,
    maxConnections: MAX_CONNECTIONS,
  })

/** Warns if SITE_URL is https but no proxy is configured, because our processes serve plain HTTP. */
export const warnOfProxy = (
  { SITE_URL, TRUST_PROXY }: Pick<Env, 'SITE_URL' | 'TRUST_PROXY'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void => {
  if (SITE_URL?.toLowerCase().startsWith('https:') && TRUST_PROXY.length === 0)
    log.warn(
      'SITE_URL is https, but TRUST_PROXY names no proxy: login cookies go out without Secure, and limits and the bot filter ' +
        'take the proxy for every visitor. Set TRUST_PROXY to the networks (CIDR) of the proxies in front of this process.',
    )
}
