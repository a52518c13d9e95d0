/** A process that gets SIGTERM while one of its threads works for an hour, as a DNS lookup may. */
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
