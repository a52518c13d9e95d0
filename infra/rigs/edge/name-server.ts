/** A DNS server like a container engine's: answers with the addresses of the running containers. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const A = 1
const FAILED = 2
const NO_SUCH_NAME = 3

/** `loses`: drops the queries. `fails`: answers SERVFAIL. */
export type NameServer = { port: number; does: 'answers' | 'loses' | 'fails'; close(): void }

export const openNameServer = async (
  addressesOf: (name: string) => readonly string[],
): Promise<NameServer> => {
  const socket = createSocket('udp4')
  socket.on('message', (asked, { port, address }) => {
    if (server.does === 'loses') return
    const answer = answerTo(asked, server.does === 'fails' ? () => [] : addressesOf)
    if (server.does === 'fails') answer.writeUInt16BE(0x8180 | FAILED, 2)
    socket.send(answer, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const server: NameServer = { port: socket.address().port, does: 'answers', close: () => socket.close() }
  return server
}

/** An RFC 1035 answer to a single question. */
const answerTo = (asked: Buffer, addressesOf: (name: string) => readonly string[]): Buffer => {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = asked.subarray(HEADER_BYTES, at + 5)
  const addresses = asked.readUInt16BE(at + 1) === A ? addressesOf(labels.join('.')) : []
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(asked.readUInt16BE(0), 0)
  // Flags: response, recursion desired, recursion available.
  header.writeUInt16BE(0x8180 | (addresses.length === 0 ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, question, ...addresses.map(recordOf)])
}

/** A record with a pointer to the question's name, class IN, TTL 1 s, four bytes. */
const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
