/** Installs Podman and builds the images of the tests. Prints what is not available here. A failed build of our own images is an error. */
import { type Provided, provideNode } from './base.ts'
import { buildImage, IMAGES, type Target } from './images.ts'
import { installEngine, whyNoEngine } from './podman.ts'
import { provideServers } from './stand-ins.ts'

const TRIES = 3

const skip = (why: string): never => {
  console.error(`\n*** SKIPPED containers: ${why}\n`)
  process.exit(process.env.CI === 'true' ? 1 : 0)
}

/** Retries, as mirrors and registries fail now and then. */
const orSkip = async (what: string, provide: () => Promise<Provided[]>): Promise<void> => {
  for (let tries = 1; ; tries++)
    try {
      for (const { image, how } of await provide()) console.log(`${image} was ${how}.`)
      return
    } catch (error) {
      if (tries === TRIES) skip(`${what} could not be provided: ${error}`)
    }
}

installEngine()
const missing = whyNoEngine()
if (missing) skip(missing)
await orSkip('The base image of ours', async () => [await provideNode()])
for (const target of Object.keys(IMAGES) as Target[]) {
  const began = performance.now()
  await buildImage(target)
  console.log(`${IMAGES[target]} was built in ${Math.round((performance.now() - began) / 1000)} s.`)
}
await orSkip('The servers of docker-compose.yml', provideServers)
