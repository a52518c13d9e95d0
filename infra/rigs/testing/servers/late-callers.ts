/** A thread that sends requests, each on a connection of its own, while the thread that should take them is busy. */
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** `flags`: 0 is set by whoever is busy, 1 here when every request is on its way. */
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
