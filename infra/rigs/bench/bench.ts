/** `npm run bench` prints the tables of README.md, `npm run bench -- visible latency` only these two. BENCH_QUICK=1 runs a short form. */
import { BENCHES, cleanUp } from './benches.ts'
import { machine, markdown } from './table.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`No benchmark is named ${unknown.join(', ')}: there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

console.log(`${machine()}\n`)
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    for (const table of [await bench()].flat()) console.log(markdown(table))
  } finally {
    await cleanUp()
  }
}
