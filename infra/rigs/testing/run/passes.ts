/** Runs a command. true if its exit code is 0. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** `output`: file descriptor for its output. */
export const passes = async (
  command: string,
  given: string[],
  output: number | 'inherit' = 'inherit',
): Promise<boolean> => {
  const [code] = await once(spawn(command, given, { stdio: ['ignore', output, output] }), 'close')
  return code === 0
}
