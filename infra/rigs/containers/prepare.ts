/** Installs a container engine, and builds what the tests start; says loudly where that cannot be had. */
import { provideNode } from './base.ts'
import { buildImage, IMAGES, type Target } from './images.ts'
import { installEngine, whyNoEngine } from './podman.ts'

installEngine()
const missing = whyNoEngine()
if (missing) {
  console.error(`\n*** SKIPPED the containers: ${missing}\n`)
  process.exit(process.env.CI === 'true' ? 1 : 0)
}
const node = await provideNode()
console.log(`${node.image} was ${node.how}.`)
for (const target of Object.keys(IMAGES) as Target[]) {
  const began = performance.now()
  await buildImage(target)
  console.log(`${IMAGES[target]} was built in ${Math.round((performance.now() - began) / 1000)} s.`)
}
