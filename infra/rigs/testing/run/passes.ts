/** Whether a command ends well. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** `output`: where it writes, as the number of an open file. */
export const passes = async (
  command: string,
  given: string[],
  output: number | 'inherit' = 'inherit',
): Promise<boolean> => {
  const [code] = await once(spawn(command, given, { stdio: ['ignore', output, output] }), 'close')
  return code === 0
}
