import { type SpawnSyncOptions, spawnSync } from 'node:child_process'

const TRIES = 3

export const installPackages = (packages: readonly string[], what: string): void => {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  console.log(`Installing ${what} …`)
  const quiet: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  for (let tried = 0; tried < TRIES; tried++) {
    spawnSync('apt-get', ['update', '-qq'], quiet)
    if (spawnSync('apt-get', install, quiet).status === 0) return
  }
}
