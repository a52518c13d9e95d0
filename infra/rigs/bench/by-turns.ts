/**
 * `npm run bench:by-turns -- <folder of another checkout> [rounds] [benchmarks…]`: benchmarks of the other checkout and of this
 * one by turns, in one table. BENCH_QUICK=1 runs the short forms.
 */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { row } from './table.ts'

const HERE = join(import.meta.dirname, '..', '..', '..')
const [other, rounds = '2', ...named] = process.argv.slice(2)
if (!other) throw new Error('Name the folder of the other checkout, with its packages installed.')
const benches = named.length > 0 ? named : ['product', 'freshness', 'catch-up', 'dashboard']

/** `product` measures any checkout from outside, and older ones do not have it. One that fails leaves its cells empty. */
const outputOf = (root: string): string =>
  benches
    .map(name => {
      const { stdout, status } = spawnSync('npm', ['run', '--silent', 'bench', '--', name], {
        cwd: name === 'product' ? HERE : root,
        encoding: 'utf8',
        env: { ...process.env, BENCH_ROOT: root },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (status !== 0) console.error(`${name} of ${root} failed.`)
      return stdout
    })
    .join('\n')

const columns: [name: string, cells: Map<string, string>][] = []
for (let round = 1; round <= Number(rounds); round++)
  for (const [name, root] of [
    ['other', resolve(other)],
    ['this', HERE],
  ] as const) {
    const cells = new Map<string, string>()
    let title = ''
    for (const line of outputOf(root).split('\n')) {
      title = /^\*\*(.+)\*\*$/.exec(line)?.[1] ?? title
      const [first = '', ...others] = line.split('|').slice(1, -1)
      if (first.trim() && !first.includes('---'))
        cells.set(`${title}: ${first.trim()}`, others.join(' / ').trim())
    }
    columns.push([`${name} ${round}`, cells])
    console.error(`Measured ${name} ${round} of ${rounds}.`)
  }

const names = new Set(columns.flatMap(([, cells]) => [...cells.keys()]))
console.log(row('', ...columns.map(([name]) => name)))
console.log(row('---', ...columns.map(() => '---:')))
for (const name of names) console.log(row(name, ...columns.map(([, cells]) => cells.get(name) ?? '')))
