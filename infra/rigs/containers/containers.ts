/** Running containers: starting, ending, crashing. */
import { inspect, podman, tryPodman } from './podman.ts'

export const start = async (container: string): Promise<void> => {
  await podman('start', container)
}

/** How it ended: 0 or 143 in good order, 1 or 137 when it took too long. */
export const stop = async (container: string): Promise<number> => {
  await podman('stop', container)
  return Number(await inspect(container, '{{.State.ExitCode}}'))
}

/** Like a crash: the engine is not asked, and starts it again if it was told to. */
export const crash = async (container: string): Promise<void> => {
  process.kill(Number(await inspect(container, '{{.State.Pid}}')), 'SIGKILL')
}

export const remove = async (container: string): Promise<void> => {
  await tryPodman('rm', '--force', '--time', '0', '--volumes', container)
}
