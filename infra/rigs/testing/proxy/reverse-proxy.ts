/** Replaces nginx in tests and routes by the locations of nginx's configuration. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'

/** `maxBody`: bytes. `block`: text of the location block. */
type Location = { path: string; exact: boolean; upstream: string; maxBody: number; block: string }
export type ReverseProxy = { url: string; close(): Promise<void> }

/** The configuration without comments. */
export const readNginxConf = async (): Promise<string> => {
  const path = join(import.meta.dirname, '..', '..', '..', 'deploy', 'docker', 'nginx.conf')
  return (await readFile(path, 'utf8')).replaceAll(/^\s*#.*\n/gm, '')
}

export const readLocations = async (): Promise<Location[]> => {
  const text = await readNginxConf()
  const found = text.matchAll(/^ {4}location (= )?(\/\S*) \{(.*?)^ {4}\}/gms)
  return [...found].map(([, exact, path = '', block = '']) => ({
    path,
    exact: exact !== undefined,
    upstream: /proxy_pass http:\/\/(\w+);/.exec(block)?.[1] ?? '',
    maxBody: maxBodyIn(block) ?? maxBodyIn(text) ?? 0,
    block,
  }))
}

/** The most specific location, by nginx's rules. */
export const locationOf = (locations: Location[], path: string): Location | undefined =>
  locations
    .filter(location => (location.exact ? path === location.path : path.startsWith(location.path)))
    .toSorted((a, b) => Number(b.exact) - Number(a.exact) || b.path.length - a.path.length)[0]

const UNITS: Record<string, number> = { k: 1024, m: 1024 * 1024 }
const maxBodyIn = (text: string): number | undefined => {
  const [, size, unit = ''] = /client_max_body_size (\d+)([km]);/.exec(text) ?? []
  return size === undefined ? undefined : Number(size) * (UNITS[unit] ?? 1)
}

/** `upstreams`: addresses by name, used in turn. Skips an address that does not answer or answers 503. */
export const openReverseProxy = async (upstreams: Record<string, () => string[]>): Promise<ReverseProxy> => {
  const locations = await readLocations()
  let turn = 0
  const upstreamOf = (path: string): string[] => {
    const addresses = upstreams[locationOf(locations, path)?.upstream ?? '']?.() ?? []
    turn += 1
    return addresses.map((_, index) => addresses[(index + turn) % addresses.length] ?? '')
  }
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const addresses = upstreamOf((incoming.url ?? '/').split('?', 1)[0] ?? '/')
    for (const [index, address] of addresses.entries())
      if (await pass(incoming, body, address, response, index + 1 < addresses.length)) return
    if (!response.headersSent) response.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** false: try another address. */
const pass = (
  incoming: IncomingMessage,
  body: Buffer,
  address: string,
  response: ServerResponse,
  another: boolean,
): Promise<boolean> =>
  new Promise(resolve => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      connection: 'close',
    }
    const onward = request(
      `${address}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers },
      answer => {
        if (another && answer.statusCode === 503) {
          answer.resume()
          return resolve(false)
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        response.on('close', () => answer.destroy())
        resolve(true)
      },
    )
    onward.on('error', () => resolve(false))
    onward.end(body)
  })
