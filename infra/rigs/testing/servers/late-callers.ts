/** A thread that sends requests, each on a new connection, while the server's thread is busy. */
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** `flags[0]`: set by the busy thread. `flags[1]`: set here when every request has been sent. */
export type LateCallers = { port: number; callers: number; flags: Int32Array }

const { port, callers, flags } = workerData as LateCallers
Atomics.wait(flags, 0, 0)
let sent = 0
const call = (): Promise<string> => {
  const answer = Promise.withResolvers<string>()
  let heard = ''
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => {
      sent++
      if (sent < callers) return
      Atomics.store(flags, 1, 1)
      Atomics.notify(flags, 1)
    }),
  )
  socket
    .on('data', chunk => {
      heard += chunk
    })
    .on('error', () => undefined)
    .on('close', () => answer.resolve(heard.split('\r\n')[0] ?? ''))
  return answer.promise
}
parentPort?.postMessage(await Promise.all(Array.from({ length: callers }, call)))
