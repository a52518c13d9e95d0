/** Renews the identity cookie, because Safari limits cookies from scripts to seven days (track/identity-cookie.ts). */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Matches the cookie in a request header. Browsers accept at most 4,096 bytes for its name and value. */
const IDENTITY = /(?:^|; )(firsttouch=[\w%.*+=&-]{1,4000})(?:;|$)/

export const renewIdentityCookie = ({ headers, protocol }: FastifyRequest, reply: FastifyReply): void => {
  const [, pair] = IDENTITY.exec(headers.cookie ?? '') ?? []
  const secure = protocol === 'https' ? '; Secure' : ''
  if (pair) reply.header('set-cookie', `${pair}; Path=/; Max-Age=34000000; SameSite=Lax${secure}`)
}
