import { inspect, podman, tryPodman } from './podman.ts'

export const start = async (container: string): Promise<void> => {
  await podman('start', container)
}

/** Returns the exit code: 0 or 143 after a clean shutdown, 1 or 137 after the time limit. */
export const stop = async (container: string): Promise<number> => {
  await podman('stop', container)
  return Number(await inspect(container, '{{.State.ExitCode}}'))
}

/** Kills the process without Podman, which restarts the container if its policy says so. */
export const crash = async (container: string): Promise<void> => {
  process.kill(Number(await inspect(container, '{{.State.Pid}}')), 'SIGKILL')
}

export const remove = async (container: string): Promise<void> => {
  await tryPodman('rm', '--force', '--time', '0', '--volumes', container)
}
