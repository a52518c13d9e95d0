/** Stores the latest score of each folder, next to the page that shows them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { row } from '../bench/table.ts'
import type { Run } from './mutate.ts'
import { per100, scoreOf } from './score.ts'

type Recorded = {
  folder: string
  part: 'code' | 'SQL'
  mutants: number
  noticed: number
  accepted: number
  broken: number
  /** `whole`, or the sample's size and seed. */
  of: string
  date: string
}

const SCORES = join(import.meta.dirname, 'scores.json')
const PAGE = join(import.meta.dirname, 'README.md')
const PLACE = /(?<=<!-- scores -->\n).*?(?=<!-- end of scores -->)/s

const recordedScores = (): Recorded[] => JSON.parse(readFileSync(SCORES, 'utf8'))

export const record = ({ name, sample }: Run, results: MutantResult[]): void => {
  const isSql = ({ mutatorName }: MutantResult) => mutatorName.startsWith('sql ')
  const parts = { code: results.filter(result => !isSql(result)), SQL: results.filter(isSql) }
  const rows = (['code', 'SQL'] as const)
    .filter(part => parts[part].length > 0)
    .map(part => {
      const { mutants, killed: noticed, accepted, broken } = scoreOf(parts[part], false)
      const of = sample ? `sample of ${sample.size}, seed ${sample.seed}` : 'whole'
      const date = new Date().toISOString().slice(0, 10)
      return { folder: name, part, mutants, noticed, accepted, broken, of, date }
    })
  const scores = merge(recordedScores(), rows)
  writeFileSync(SCORES, `${JSON.stringify(scores, null, 2)}\n`)
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(PLACE, tableOf(scores)))
}

/** Combines both lists. If both have a folder and part, the later score stays. */
const merge = (earlier: Recorded[], later: Recorded[]): Recorded[] => {
  const nameOf = ({ folder, part }: Recorded) => `${folder} ${part}`
  const scores = new Map([...earlier, ...later].map(score => [nameOf(score), score]))
  return [...scores.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

const tableOf = (scores: Recorded[]): string => {
  const mutants = scores.reduce((sum, score) => sum + score.mutants, 0)
  const noticed = scores.reduce((sum, score) => sum + score.noticed, 0)
  return [
    row('folder', 'part', 'mutants', 'noticed', 'accepted', 'broken', 'score', 'of', 'date'),
    row('---', '---', '---:', '---:', '---:', '---:', '---:', '---', '---'),
    ...scores.map(({ folder, part, accepted, broken, of, date, ...score }) =>
      row(folder, part, score.mutants, score.noticed, accepted, broken, per100Of(score), of, date),
    ),
    row('all', '', mutants, noticed, '', '', per100Of({ mutants, noticed }), '', ''),
    '',
  ].join('\n')
}

const per100Of = ({ mutants, noticed }: Pick<Recorded, 'mutants' | 'noticed'>): string =>
  `${per100({ mutants, killed: noticed }).toFixed(1)} %`
