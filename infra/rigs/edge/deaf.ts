/** A process that hangs with a full accept queue, so that every new connection waits. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds within which a connection on loopback opens if the queue has room. */
const MADE_WITHIN_MS = 200

type Deaf = { address: string; close(): void }

export const startDeaf = async (address: string, port: number): Promise<Deaf> => {
  const listen = `require('node:net').createServer().listen(${port}, '${address}', 1, () => console.log('listens'))`
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  const waiting: Socket[] = []
  const isFull = async (): Promise<boolean> => {
    const socket = connect(port, address).on('error', () => undefined)
    waiting.push(socket)
    return Promise.race([once(socket, 'connect').then(() => false), sleep(MADE_WITHIN_MS, true)])
  }
  while (!(await isFull()));
  return {
    address,
    close: () => {
      for (const socket of waiting) socket.destroy()
      child.kill('SIGKILL')
    },
  }
}
