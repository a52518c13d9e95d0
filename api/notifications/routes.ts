/** Routes of notifications: choice, delivery state, retry and test messages. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { ISql } from 'postgres'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { type NotificationChoice, notificationChoice } from '../contract/notifications/choice.ts'
import {
  type Notifications,
  newLeads,
  newLeadsQuery,
  notificationsAnswer,
  testAnswer,
  testRequest,
} from '../contract/notifications/state.ts'
import { type Api, type Deps, FIGURES, FOR_STAFF } from '../deps.ts'
import { ALARM_WORDS, raisedAlarms } from './alarms/alarms.ts'
import { tryAgain } from './queue.ts'
import { channelStates, failuresOf, unchosenKinds } from './state.ts'
import { openTrial } from './trial.ts'

export const notificationRoutes = (app: Api, deps: Deps): void => {
  const { sql, now, config } = deps
  const trial = openTrial(config.notify, now)

  app.get(
    '/api/admin/notifications',
    { config: FOR_STAFF, schema: { response: { 200: notificationsAnswer } } },
    request => answerFor(deps, sessionOf(request).accountId),
  )

  app.put(
    '/api/admin/notifications',
    {
      config: {
        ...FOR_STAFF,
        // A new address needs re-authentication, because an open browser must not redirect news about leads.
        confirm: async request => {
          const { email } = request.body as NotificationChoice
          const before = await choiceOf(sql, sessionOf(request).accountId)
          return email !== '' && email !== before.email ? 'notification_address' : null
        },
      },
      schema: { body: notificationChoice, response: { 200: notificationsAnswer } },
    },
    async request => {
      const { accountId } = sessionOf(request)
      await saveChoice(sql, accountId, request.body, now())
      return answerFor(deps, accountId)
    },
  )

  app.post(
    '/api/admin/notifications/test',
    { config: FOR_STAFF, schema: { body: testRequest, response: { 200: testAnswer } } },
    async request => {
      const { channel } = request.body
      if (channel === 'webhook') return trial.post()
      const { email } = await choiceOf(sql, sessionOf(request).accountId)
      if (!email) throw new HttpError(409, 'Save an e-mail address first: the test goes there.')
      return trial.mail(email)
    },
  )

  app.post(
    '/api/admin/notifications/retry',
    { config: FOR_STAFF, schema: { response: { 200: z.object({ again: z.int() }) } } },
    async () => ({ again: await tryAgain(sql, now()) }),
  )

  // The dashboard shows the count in the tab's title.
  app.get(
    '/api/admin/notifications/new-leads',
    { config: FIGURES, schema: { querystring: newLeadsQuery, response: { 200: newLeads } } },
    async ({ query: { since } }) => {
      const at = now()
      return { count: since ? await countLeads(sql, new Date(since), at) : 0, at: at.toISOString() }
    },
  )
}

const answerFor = async ({ sql, config }: Deps, accountId: string): Promise<Notifications> => {
  const settings = config.notify
  const [own, kinds, channels, failures, alarms] = await Promise.all([
    choiceOf(sql, accountId),
    unchosenKinds(sql),
    channelStates(sql, settings),
    failuresOf(sql),
    raisedAlarms(sql),
  ])
  return {
    own,
    fallback: { addresses: settings?.notifyTo ?? [], kinds },
    channels,
    failures,
    alarms: alarms.map(({ name, since }) => {
      const { begun, sentence } = ALARM_WORDS[name]
      return { name: begun, sentence, since: since.toISOString() }
    }),
  }
}

const choiceOf = async (sql: ISql, accountId: string): Promise<NotificationChoice> => {
  const [row] = await sql<NotificationChoice[]>`
    SELECT email, kinds FROM notification_choices WHERE account_id = ${accountId}`
  return row ?? { email: '', kinds: [] }
}

const saveChoice = async (
  sql: ISql,
  accountId: string,
  { email, kinds }: NotificationChoice,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO notification_choices (account_id, email, kinds, chosen_at) VALUES (${accountId}, ${email}, ${kinds}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET email = EXCLUDED.email, kinds = EXCLUDED.kinds, chosen_at = EXCLUDED.chosen_at`
}

const countLeads = async (sql: ISql, since: Date, until: Date): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM leads
    WHERE created_at > ${since} AND created_at <= ${until} AND deleted_at IS NULL AND spam_reason = ''`
  return row?.n ?? 0
}
