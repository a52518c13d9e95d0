/** Answers for names of services as the name server of a container engine does: with the addresses of those that run. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const A = 1
const FAILED = 2
const NO_SUCH_NAME = 3

/** `loses`: the questions come and no answer goes. `fails`: it says that it cannot tell. */
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

/** RFC 1035, for one question. */
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
  // An answer, recursion wanted and had.
  header.writeUInt16BE(0x8180 | (addresses.length === 0 ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, question, ...addresses.map(recordOf)])
}

/** The name is the question's; class IN, one second, four bytes. */
const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)])
