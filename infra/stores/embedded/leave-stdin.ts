import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'

/** The engine goes on reading an INSERT's rows from there, unless it is a terminal. No part of ours reads it. */
export const leaveStdin = (): void => {
  closeSync(0)
  if (openSync(devNull, 'r') !== 0)
    throw new Error('Another file was opened in the place of standard input. Start again.')
}
