import { createHash } from 'node:crypto'
import { HttpError, type Issue } from '@firsttouch/infra/platform/http/http'
import type { Sql } from 'postgres'
import { FILE_TYPES } from '../../auth/csrf.ts'
import { type By, sessionOf } from '../../auth/guard.ts'
import {
  type ChosenColumns,
  type ImportAnswer,
  type ImportQuery,
  importAnswer,
  importQuery,
  MOST_FILE_MIB,
} from '../../contract/costs/spend.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { dayIn } from '../../read-model/report-days.ts'
import { storeSpend } from '../store.ts'
import { folded } from './headings.ts'
import { askForColumns, planImport } from './plan.ts'
import { firstOf, refused } from './problems.ts'
import type { ChosenFor } from './read-table.ts'

export const importRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FILE_TYPES, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const api: Api = scope.withTypeProvider()
    api.post(
      '/api/admin/spend/import',
      {
        config: { ...FOR_STAFF, takesFile: true, anyDepth: true },
        bodyLimit: MOST_FILE_MIB * 1024 * 1024,
        schema: { querystring: importQuery, response: { 200: importAnswer } },
        errorHandler: (error, _request, _reply) => {
          throw fileError(error)
        },
      },
      async request => {
        const { preview, dates, confirm, millionths, file: name } = request.query
        const { currency } = config
        const today = dayIn(config.timeZone, now())
        const file = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
        const said = chosenColumns(request.query)
        const chosenFor = await openChosenColumns(sql, said)
        const given = { currency, today, dates, millionths: millionths === 'true', chosenFor }
        if (preview === 'true')
          return planImport(sql, file, given).then(
            plan => plan.answer,
            error => askForColumns(error, currency),
          )
        const { answer, rows, source } = await planImport(sql, file, given)
        refuseUnready(answer)
        if (confirm === 'false') refuseOdd(answer)
        const by = { staff: sessionOf(request).username, now: now(), currency }
        if (said && answer.sheet) await rememberColumns(sql, answer.sheet.headings, said, by)
        const changes = await storeSpend(sql, rows, { ...by, origin: 'import', source, file: name })
        await announceChange(sql, ['campaigns'])
        return { ...answer, stored: true, changes }
      },
    )
  })
}

const fileError = (error: Error & { code?: string }): Error => {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refused(
      413,
      `The file is too large: the maximum is ${MOST_FILE_MIB} MiB. Export fewer days, or campaigns without their ad groups.`,
    )
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return refused(415, 'Send the file itself as text/csv or as an Excel workbook (.xlsx).')
  return error
}

/** Throws HttpError 400 for a file with problems or with an unmapped name. */
const refuseUnready = ({ problems, moreProblems, campaigns }: ImportAnswer): void => {
  const wrong = problems.map(({ line, field, message }) => ({
    path: line === null ? field : `line ${line}, ${field}`,
    message,
  }))
  refuse(400, wrong, moreProblems)
  const unknown = campaigns.filter(({ by }) => by === 'unknown')
  const nobody = unknown.map(({ name }) => ({
    path: name,
    message: 'is neither the value nor the name of a campaign: choose a campaign, or skip the name',
  }))
  refuse(400, ...firstOf(nobody))
}

const refuseOdd = ({ questions, moreQuestions }: ImportAnswer): void => {
  const odd = questions.map(({ campaign, day, message }) => ({ path: `${campaign}, ${day}`, message }))
  const divides =
    questions[0]?.about === 'millionths' ? 'millionths=true divides each cost by a million, and ' : ''
  refuse(409, odd, moreQuestions, ` Look at the costs: ${divides}confirm=true stores them as they are.`)
}

const refuse = (status: number, issues: Issue[], more: number, remedy = ''): void => {
  const [first, ...rest] = issues
  if (!first) return
  const others = rest.length + more > 0 ? `; and ${rest.length + more} more` : ''
  throw new HttpError(
    status,
    `Nothing was stored. ${first.path}: ${first.message}${others}.${remedy}`,
    issues,
  )
}

const keyOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update([...new Set(headings.map(folded))].toSorted().join('\n'))
    .digest('hex')

const chosenColumns = ({ campaign, day, cost, clicks }: ImportQuery): ChosenColumns | undefined => {
  if (campaign !== undefined && day !== undefined && cost !== undefined)
    return { campaign, day, cost, clicks: clicks ?? null }
  if ([campaign, day, cost, clicks].some(one => one !== undefined))
    throw new HttpError(
      400,
      'Choose the headings for campaign, day and cost. All three are needed. Nothing was stored.',
    )
  return undefined
}

const openChosenColumns = async (sql: Sql, said: ChosenColumns | undefined): Promise<ChosenFor> => {
  const rows = await sql<(ChosenColumns & { headings: string })[]>`
    SELECT headings, campaign, day, cost, clicks FROM spend_columns`
  const stored = new Map(rows.map(row => [row.headings, row]))
  return headings =>
    said && [said.campaign, said.day, said.cost].every(one => headings.includes(one))
      ? said
      : stored.get(keyOf(headings))
}

const rememberColumns = async (sql: Sql, headings: string[], chosen: ChosenColumns, { staff, now }: By) => {
  const row = { headings: keyOf(headings), ...chosen, chosen_by: staff, chosen_at: now }
  await sql`
    INSERT INTO spend_columns ${sql(row)}
    ON CONFLICT (headings) DO UPDATE SET campaign = excluded.campaign, day = excluded.day, cost = excluded.cost,
      clicks = excluded.clicks, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at`
}
