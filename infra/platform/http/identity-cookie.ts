/** Renews the identity cookie. Safari limits cookies to seven days unless a server set them. See `frontend/src/track/identity-cookie.ts`. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers accept 4,096 bytes for name and value. */
const IDENTITY = /(?:^|; )(firsttouch=[\w%.*+=&-]{1,4000})(?:;|$)/

export const renewIdentityCookie = ({ headers, protocol }: FastifyRequest, reply: FastifyReply): void => {
  const [, pair] = IDENTITY.exec(headers.cookie ?? '') ?? []
  const secure = protocol === 'https' ? '; Secure' : ''
  if (pair) reply.header('set-cookie', `${pair}; Path=/; Max-Age=34000000; SameSite=Lax${secure}`)
}
