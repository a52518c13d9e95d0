/** The cases in README.md, from the catalogue. Run by itself it writes them there. */
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { CATALOGUE, type Proof } from './catalogue.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const PAGE = join(import.meta.dirname, 'README.md')
const CASES = /(?<=<!-- cases -->\n).*(?=<!-- \/cases -->)/s

const linkTo = ({ file }: Proof): string => `[${file}](${relative(import.meta.dirname, join(ROOT, file))})`

const table = (): string =>
  [
    '| case | what is injected | tests |',
    '| --- | --- | --- |',
    ...CATALOGUE.map(({ id, what, proofs }) => {
      const tests = new Set(proofs.map(linkTo))
      return `| ${id} | ${what} | ${[...tests].join(', ')} |`
    }),
    '',
  ].join('\n')

/** The page as it stands, and as the catalogue wants it. */
export const readPage = async (): Promise<{ now: string; wanted: string }> => {
  const now = await readFile(PAGE, 'utf8')
  return { now, wanted: now.replace(CASES, table) }
}

if (import.meta.main) await writeFile(PAGE, (await readPage()).wanted)
