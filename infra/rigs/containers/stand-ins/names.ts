/** Docker's DNS server is at 127.0.0.11 in every container. This socket forwards queries from there to the network's own server. */
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'

const server = /^nameserver (\S+)/m.exec(readFileSync('/etc/resolv.conf', 'utf8'))?.[1] ?? ''
const socket = createSocket('udp4')
socket.on('message', (question, from) => {
  const asking = createSocket('udp4')
  const giveUp = setTimeout(() => asking.close(), 5_000)
  asking.once('message', answer => {
    clearTimeout(giveUp)
    socket.send(answer, from.port, from.address)
    asking.close()
  })
  asking.send(question, 53, server)
})
socket.bind(53, '127.0.0.11')
