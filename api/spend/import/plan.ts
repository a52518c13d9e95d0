import type { Sql } from 'postgres'
import type { ImportAnswer } from '../../contract/costs/spend.ts'
import { type CampaignTags, keyOf } from '../campaign-tags.ts'
import { openNames } from '../names.ts'
import type { ReportSource } from '../sources.ts'
import { compareSpend, type DayCost } from '../store.ts'
import { decimalOf, MOST_MICROS } from './amounts.ts'
import { type Costs, type Given, interpret, type NamedCosts, plus } from './interpret.ts'
import { openKnown, questionsOf } from './plausible.ts'
import type { Problems } from './problems.ts'
import { type ChosenFor, readTable, type Table, UnknownHeadings } from './read-table.ts'

export type ImportPlan = { answer: ImportAnswer; rows: DayCost[]; source: ReportSource }

export const planImport = async (
  sql: Sql,
  file: Buffer,
  given: Given & { chosenFor?: ChosenFor },
): Promise<ImportPlan> => {
  const table = await readTable(file, given.chosenFor)
  const { problems, byName, asksForDates, source } = await interpret(table, given)
  const meant = await openNames(sql, source.platform)
  const campaigns = [...byName].map(([name, costs]) => ({ ...meant(name), ...summaryOf(name, costs) }))
  const sums = rowsOf(byName, meant, problems)
  const rows = sums.map(row => ({ ...row, cost: row.cost.startsWith('-') ? '0.00' : row.cost }))
  const { see, named } = await openKnown(sql, source, given)
  const changes = await compareSpend(sql, rows, given.currency, source, see)
  return {
    rows,
    source,
    answer: {
      stored: false,
      source: { ...source, account: source.account || null },
      ...headOf(table, given.currency),
      range: rangeOf([...byName.values()].flatMap(({ days }) => [...days.keys()])),
      rows: table.rows.length,
      leftOut: [...table.leftOut].map(([reason, found]) => ({ reason, ...found })),
      problems: problems.listed,
      moreProblems: problems.more,
      asksForDates,
      sheet: table.columns.byHand ? table.sheet : null,
      ...(await questionsOf(sql, byName, sums, given.currency)),
      campaigns: campaigns.toSorted((a, b) => b.cost - a.cost),
      changes,
      ...named(),
    },
  }
}

/** For unknown headings, returns an answer that lets staff choose the columns. Rethrows other errors. */
export const askForColumns = (error: unknown, currency: string): ImportAnswer => {
  if (!(error instanceof UnknownHeadings && error.sheet)) throw error
  const problem = { line: null, field: 'file', message: 'has unknown headings: choose the columns' }
  return {
    ...{ stored: false, format: 'table', currency, range: null, rows: 0, leftOut: [], asksForDates: false },
    source: { platform: 'other', account: null },
    columns: { campaign: '', day: '', cost: '', clicks: null, currency: null },
    ...{ problems: [problem], moreProblems: 0, sheet: error.sheet },
    ...{ questions: [], moreQuestions: 0, campaigns: [], changes: { added: 0, changed: 0, unchanged: 0 } },
    ...{ known: [], moreKnown: 0 },
  }
}

const headOf = ({ columns }: Table, currency: string) => {
  const { headings, format } = columns
  const named = (at: number | undefined) => (at === undefined ? null : (headings[at] ?? null))
  const needed = (at: number) => headings[at] ?? ''
  return {
    format,
    currency,
    columns: {
      campaign: needed(columns.campaign),
      day: needed(columns.day),
      cost: needed(columns.cost),
      clicks: named(columns.clicks),
      currency: columns.costIn ? needed(columns.cost) : named(columns.currency),
    },
  }
}

const summaryOf = (name: string, { rows, days }: NamedCosts) => {
  const { micros, clicks } = [...days.values()].reduce(plus)
  return { name, rows, days: days.size, cost: Number(decimalOf(micros)), clicks }
}

/** Two names may belong to one campaign, so their rows are added up by day. */
const rowsOf = (
  byName: Map<string, NamedCosts>,
  meant: (name: string) => Omit<CampaignTags, 'utmCampaign'> & { utmCampaign: string | null },
  problems: Problems,
): (DayCost & CampaignTags & { cost: string })[] => {
  const sums = new Map<string, CampaignTags & Costs & { day: string }>()
  for (const [name, { days }] of byName) {
    const { utmCampaign, utmSource, utmMedium } = meant(name)
    if (utmCampaign === null) continue
    const tags = { utmCampaign, utmSource, utmMedium }
    for (const [day, costs] of days) {
      const key = `${day} ${keyOf(tags)}`
      sums.set(key, { ...tags, day, ...plus(sums.get(key), costs) })
    }
  }
  const rows = [...sums.values()]
  for (const { utmCampaign, day, micros } of rows)
    if (micros > MOST_MICROS)
      problems.add(null, 'file', `has a cost above 999999999.99 for ${utmCampaign} on ${day}`)
  return rows.map(({ micros, ...row }) => ({ ...row, cost: decimalOf(micros) }))
}

const rangeOf = (days: readonly string[]): ImportAnswer['range'] => {
  const sorted = days.toSorted()
  const [from, to] = [sorted[0], sorted.at(-1)]
  return from && to ? { from, to } : null
}
