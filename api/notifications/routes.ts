/** Staff choose what they are told of, and see what became of it. */
import { sessionOf } from '../auth/guard.ts'
import { type NotificationChoice, notificationChoice } from '../contract/notifications/choice.ts'
import { type Notifications, notificationsAnswer } from '../contract/notifications/state.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { raisedAlarms } from './alarms/watch.ts'
import { ALARM_WORDS } from './alarms/words.ts'
import { choiceOf, saveChoice } from './choices.ts'
import { channelStates, failuresOf, unchosenKinds } from './state.ts'

export const notificationRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps

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
        // Where the news of leads goes is for who knows the password, not for who finds the browser open.
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
    alarms: alarms.map(({ name, since }) => ({
      name: ALARM_WORDS[name].begun,
      sentence: ALARM_WORDS[name].sentence,
      since: since.toISOString(),
    })),
  }
}
