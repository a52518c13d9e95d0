/** A test message that is sent at once, past the queue, with the outcome in words. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { v7 } from 'uuid'
import type { TestAnswer } from '../contract/notifications.ts'
import type { NotifySettings } from '../deps.ts'
import type { Message } from './mail-body.ts'
import type { Outcome } from './queue.ts'
import { openMailer, type Patience } from './smtp.ts'
import { openWebhook } from './webhook.ts'

/** Somebody is waiting for the answer. */
const PATIENCE: Patience = { connect: 8_000, greet: 8_000, silence: 15_000, all: 25_000 }

export const openTrial = (settings: NotifySettings | undefined, now: () => Date) => {
  let isUnderWay = false
  /** Each holds a connection to somebody else's server. */
  const alone = async (arrived: string, send: () => Promise<Outcome>): Promise<TestAnswer> => {
    if (isUnderWay)
      throw new HttpError(429, 'Another test is under way. Try again when it is done.', undefined, {
        'retry-after': '30',
      })
    isUnderWay = true
    try {
      const outcome = await send()
      return 'reason' in outcome ? { arrived: false, said: outcome.reason } : { arrived: true, said: arrived }
    } finally {
      isUnderWay = false
    }
  }
  return {
    mail: (to: string): Promise<TestAnswer> => {
      const smtp = settings?.smtp
      if (!smtp) throw new HttpError(409, 'No mail is sent: an operator has to set SMTP_URL.')
      const message = testMessage(settings.dashboardUrl)
      return alone(
        `The mail server has taken the message for ${to}. If it is not there soon, look among the spam.`,
        async () => {
          const mailer = openMailer(smtp, PATIENCE)
          try {
            return await mailer.send({ id: v7(), to, message })
          } finally {
            mailer.close()
          }
        },
      )
    },
    post: (): Promise<TestAnswer> => {
      const webhook = settings?.webhook
      if (!webhook) throw new HttpError(409, 'Nothing is posted: an operator has to set WEBHOOK_URL.')
      const [id, at] = [v7(), now()]
      const body = JSON.stringify({ id, type: 'test', timestamp: at.toISOString(), data: {} })
      return alone('The webhook has taken the test.', () => openWebhook(webhook).send({ id, at, body }))
    },
  }
}

const testMessage = (dashboardUrl: string): Message => ({
  title: 'Test message',
  sentence: 'This is how Firsttouch tells you of new leads: it works.',
  sections: [],
  link: { url: `${dashboardUrl}/admin/settings#notifications`, words: 'Open the settings' },
})
