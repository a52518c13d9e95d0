import { HttpError, type Issue } from '@firsttouch/infra/platform/http/http'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { hideFromViewers } from '../auth/roles.ts'
import {
  type SpendEntry,
  spendBatches,
  spendList,
  spendNames,
  spendQuery,
  spendRequest,
  spendStored,
  spendUndone,
} from '../contract/costs/spend.ts'
import { type Api, type Deps, FIGURES, FOR_STAFF } from '../deps.ts'
import { dayIn, periodOf } from '../read-model/report-days.ts'
import { listBatches, undoBatch } from './batches.ts'
import { tagEntries } from './campaign-tags.ts'
import { importRoutes } from './import/routes.ts'
import { listSpend } from './list.ts'
import { chooseNames } from './names.ts'
import { storeSpend } from './store.ts'

export const spendRoutes = (app: Api, deps: Deps): void => {
  const { sql, config, now } = deps
  app.get(
    '/api/admin/spend',
    { config: FIGURES, schema: { querystring: spendQuery, response: { 200: spendList } } },
    async request => {
      const { query } = request
      const list = await listSpend(sql, config.currency, periodOf(query, config.timeZone, now()), query)
      return hideFromViewers(sessionOf(request), list, ['changedBy', 'correctedBy'])
    },
  )

  app.post(
    '/api/admin/spend',
    {
      config: CHANGES,
      bodyLimit: ENTRIES_BYTES,
      schema: { body: spendRequest, response: { 200: spendStored } },
    },
    async request => {
      const { entries } = request.body
      refuseDaysToCome(entries, dayIn(config.timeZone, now()))
      return storeSpend(
        sql,
        (await tagEntries(sql, entries)).map(({ date, cost, ...entry }) => ({
          ...entry,
          day: date,
          cost: cost === null ? null : cost.toFixed(2),
        })),
        { staff: sessionOf(request).username, now: now(), currency: config.currency, origin: 'typed' },
      )
    },
  )

  app.post(
    '/api/admin/spend/names',
    {
      config: FOR_STAFF,
      bodyLimit: ENTRIES_BYTES,
      schema: { body: spendNames, response: { 200: spendNames } },
    },
    async request => {
      await chooseNames(sql, request.body.names, { staff: sessionOf(request).username, now: now() })
      return request.body
    },
  )

  app.get(
    '/api/admin/spend/batches',
    { config: FOR_STAFF, schema: { response: { 200: spendBatches } } },
    () => listBatches(sql),
  )

  app.post(
    '/api/admin/spend/batches/:id/undo',
    { config: CHANGES, schema: { params, response: { 200: spendUndone } } },
    async request => {
      const by = { staff: sessionOf(request).username, now: now(), currency: config.currency }
      return undoBatch(sql, request.params.id, by)
    },
  )

  importRoutes(app, deps)
}

const params = z.object({ id: z.uuid('The import id must be a UUID') })

const CHANGES = { ...FOR_STAFF, changes: ['campaigns'] } as const

/** In bytes. Enough for 2,000 entries with long values. */
const ENTRIES_BYTES = 1024 * 1024

const refuseDaysToCome = (entries: readonly SpendEntry[], today: string): void => {
  const issues = entries.flatMap(({ date }, index): Issue[] =>
    date > today ? [{ path: `entries.${index}.date`, message: `is after today, ${today}` }] : [],
  )
  if (issues.length > 0)
    throw new HttpError(400, 'Costs of future days are not allowed. Nothing was stored.', issues)
}
