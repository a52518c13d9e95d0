import { closeSync, openSync } from 'node:fs'

const NOTHING = '/dev/null'

/**
 * The engine goes on reading an INSERT's rows from whatever comes on standard input, unless that is a terminal: one byte in a pipe,
 * and the first INSERT fails or waits for the pipe's end. So standard input is nothing before it is opened; no part of ours reads it.
 */
export const leaveStdin = (): void => {
  closeSync(0)
  if (openSync(NOTHING, 'r') !== 0)
    throw new Error('Another file was opened in the place of standard input. Start again.')
}
