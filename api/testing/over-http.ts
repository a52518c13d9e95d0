/** A test's API on a port of this machine, for callers that send real HTTP. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { logIn } from './api.ts'

export type Answer = { status: number; body: string; headers: Headers }

export const listen = async (app: FastifyInstance) => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.text(), headers: answer.headers }
  }
  return {
    url,
    send,
    /** The headers of a browser in which this account has logged in. */
    browserOf: async (username: string, password: string): Promise<Record<string, string>> => {
      const { cookies } = await logIn(app, { username, password })
      return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    },
    /** The client opens spare connections that it never uses; the server would wait for their first request. */
    close: async () => {
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}
export type OverHttp = Awaited<ReturnType<typeof listen>>
