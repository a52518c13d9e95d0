import { HttpError, retryLater } from '@firsttouch/infra/platform/http/http'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import {
  type NotificationChoice,
  type Notifications,
  newLeads,
  newLeadsQuery,
  notificationChoice,
  notificationsAnswer,
  type TestAnswer,
  testAnswer,
  testRequest,
} from '../contract/notifications.ts'
import { type Api, type Deps, FIGURES, FOR_STAFF, type NotifySettings } from '../deps.ts'
import { ALARM_WORDS, raisedAlarms } from './alarms/alarms.ts'
import type { Message } from './mail/body.ts'
import { openMailer, type Patience } from './mail/smtp.ts'
import { type Outcome, tryAgain } from './queue.ts'
import { channelStates, failuresOf, unchosenKinds } from './state.ts'
import { openWebhook } from './webhook/post.ts'

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
        // Without re-authentication, another person at an unlocked browser could redirect news about leads.
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
      if (!email)
        throw new HttpError(409, 'Save an e-mail address first. The test message goes to that address.')
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

const saveChoice = async (sql: ISql, accountId: string, { email, kinds }: NotificationChoice, now: Date) => {
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

/** Short timeouts, because staff wait for the answer. */
const PATIENCE: Patience = { connect: 8_000, greet: 8_000, silence: 15_000, all: 25_000 }

const openTrial = (settings: NotifySettings | undefined, now: () => Date) => {
  const alone = openAlone()
  return {
    mail: async (to: string): Promise<TestAnswer> => {
      if (!settings?.smtp)
        throw new HttpError(409, 'Mail is not configured. Ask an operator to set SMTP_URL.')
      const mailer = openMailer(settings.smtp, PATIENCE)
      const message = testMessage(settings.dashboardUrl)
      const outcome = await alone(() => mailer.send({ id: v7(), to, message })).finally(mailer.close)
      const taken = `The mail server has accepted the message for ${to}. If it does not arrive soon, look in the spam folder.`
      return answerOf(outcome, taken)
    },
    post: async (): Promise<TestAnswer> => {
      const webhook = settings?.webhook
      if (!webhook)
        throw new HttpError(409, 'The webhook is not configured. Ask an operator to set WEBHOOK_URL.')
      const [id, at] = [v7(), now()]
      const body = JSON.stringify({ id, type: 'test', timestamp: at.toISOString(), data: {} })
      const outcome = await alone(() => openWebhook(webhook).send({ id, at, body }))
      return answerOf(outcome, 'The webhook has accepted the test.')
    },
  }
}

const answerOf = (outcome: Outcome, taken: string): TestAnswer =>
  'reason' in outcome ? { arrived: false, said: outcome.reason } : { arrived: true, said: taken }

/** Refuses a test message while another is being sent, because each holds a connection to an external server. */
const openAlone = () => {
  let isUnderWay = false
  return async (send: () => Promise<Outcome>): Promise<Outcome> => {
    if (isUnderWay) throw retryLater(429, 'Another test message is being sent. Try again in a moment.', 30)
    isUnderWay = true
    try {
      return await send()
    } finally {
      isUnderWay = false
    }
  }
}

const testMessage = (dashboardUrl: string): Message => ({
  title: 'Test message',
  sentence: 'Notifications work. Firsttouch sends messages like this one about new leads.',
  sections: [],
  link: { url: `${dashboardUrl}/admin/settings#notifications`, words: 'Open the settings' },
})
