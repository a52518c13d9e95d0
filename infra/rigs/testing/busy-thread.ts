/** A process that was told to end while one of its threads is at work for an hour, as one may be that looks up a name. */
import { pbkdf2 } from 'node:crypto'
import { runMain } from '../../platform/shutdown.ts'

const AN_HOUR_OF_ROUNDS = 2 ** 31 - 1

process.on('exit', () => console.log('last words'))
await runMain(async () => {
  pbkdf2('password', 'salt', AN_HOUR_OF_ROUNDS, 64, 'sha512', () => undefined)
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100)
  return {
    close: async () =>
      process.argv[2] === 'fails' ? Promise.reject(new Error('could not close')) : undefined,
  }
})
