/** `POST /api/admin/spend/import`: a report of an advertising platform as a file, looked at first or stored whole. */
import { HttpError, type Issue } from '@firsttouch/infra/platform/http/http'
import { FILE_TYPES } from '../../auth/csrf.ts'
import { sessionOf } from '../../auth/guard.ts'
import { type ImportAnswer, importAnswer, importQuery, MOST_FILE_MIB } from '../../contract/costs/spend.ts'
import { type Api, type Deps, FOR_STAFF } from '../../deps.ts'
import { announceChange } from '../../live/live.ts'
import { dayIn } from '../../read-model/report-days.ts'
import { storeSpend } from '../store.ts'
import { chosenColumns, openChosenColumns, rememberColumns } from './chosen-columns.ts'
import { askForColumns, planImport } from './plan.ts'

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
        const { preview, dates, confirm, millionths } = request.query
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
        const changes = await storeSpend(sql, rows, { ...by, origin: 'import', source })
        await announceChange(sql, ['campaigns'])
        return { ...answer, stored: true, changes }
      },
    )
  })
}

const fileError = (error: Error & { code?: string }): Error => {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new HttpError(
      413,
      `The file is too large: at most ${MOST_FILE_MIB} MiB are read at a time. Export fewer days, or campaigns without their ad groups. Nothing was stored.`,
    )
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new HttpError(
      415,
      'Send the file itself as text/csv or as an Excel workbook (.xlsx). Nothing was stored.',
    )
  return error
}

/** Throws a HttpError (400) for a file with a problem, or with a name that means no campaign yet. */
const refuseUnready = ({ problems, moreProblems, campaigns }: ImportAnswer): void => {
  const wrong = problems.map(
    ({ line, field, message }): Issue => ({
      path: [line === null ? [] : `line ${line}`, field].flat().join(', '),
      message,
    }),
  )
  const [first] = wrong
  if (first) {
    const more = wrong.length + moreProblems - 1
    throw new HttpError(
      400,
      `Nothing was stored. ${first.path}: ${first.message}${more > 0 ? `; and ${more} more` : ''}.`,
      wrong,
    )
  }
  const unknown = campaigns.filter(({ by }) => by === 'unknown')
  if (unknown.length > 0)
    throw new HttpError(
      400,
      `Nothing was stored: the file names ${unknown.length === 1 ? 'a campaign' : `${unknown.length} campaigns`} that no campaign here is called. Choose which is meant, or leave them out.`,
      unknown
        .slice(0, MOST_NAMED)
        .map(({ name }) => ({ path: name, message: 'is neither the value nor the name of one campaign' })),
    )
}
const MOST_NAMED = 50

/** Throws a HttpError (409) with each question of a preview. */
const refuseOdd = ({ questions, moreQuestions }: ImportAnswer): void => {
  const [first] = questions
  if (!first) return
  const more = questions.length + moreQuestions - 1
  const asks =
    first.about === 'millionths'
      ? 'millionths=true divides each cost by a million, confirm=true'
      : 'confirm=true'
  throw new HttpError(
    409,
    `Nothing was stored. ${first.campaign} on ${first.day} ${first.message}${more > 0 ? `; and ${more} more` : ''}. Look at the costs: ${asks} stores them as they are.`,
    questions.map(({ campaign, day, message }) => ({ path: `${campaign}, ${day}`, message })),
  )
}
