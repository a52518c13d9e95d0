/** Safari lets a cookie live longer than seven days only if a server set it: see frontend/src/track/identity-cookie.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers take 4,096 bytes of name and value. */
const IDENTITY = /(?:^|; )(firsttouch=[\w%.*+=&-]{1,4000})(?:;|$)/

export const renewIdentityCookie = ({ headers, protocol }: FastifyRequest, reply: FastifyReply): void => {
  const [, pair] = IDENTITY.exec(headers.cookie ?? '') ?? []
  const secure = protocol === 'https' ? '; Secure' : ''
  if (pair) reply.header('set-cookie', `${pair}; Path=/; Max-Age=34000000; SameSite=Lax${secure}`)
}
