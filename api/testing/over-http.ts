/** A test API on a local port, for real HTTP. */
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
    /** Headers of a browser that is logged in to this account. */
    browserOf: async (username: string, password: string): Promise<Record<string, string>> => {
      const { cookies } = await logIn(app, { username, password })
      return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    },
    /** Closes idle connections too. The client opens spare ones, and the server would wait for their first request. */
    close: async () => {
      const closed = app.close()
      app.server.closeAllConnections()
      await closed
    },
  }
}
export type OverHttp = Awaited<ReturnType<typeof listen>>
