/** Sends a test message directly, without the queue, and returns the outcome as a sentence. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { v7 } from 'uuid'
import type { TestAnswer } from '../contract/notifications/state.ts'
import type { NotifySettings } from '../deps.ts'
import type { Message } from './mail/body.ts'
import { openMailer, type Patience } from './mail/smtp.ts'
import type { Outcome } from './queue.ts'
import { openWebhook } from './webhook/post.ts'

/** Short timeouts, because staff wait for the answer. */
const PATIENCE: Patience = { connect: 8_000, greet: 8_000, silence: 15_000, all: 25_000 }

export const openTrial = (settings: NotifySettings | undefined, now: () => Date) => {
  const alone = openAlone()
  return {
    mail: async (to: string): Promise<TestAnswer> => {
      if (!settings?.smtp) throw new HttpError(409, 'No mail is sent: an operator has to set SMTP_URL.')
      const mailer = openMailer(settings.smtp, PATIENCE)
      const message = testMessage(settings.dashboardUrl)
      const outcome = await alone(() => mailer.send({ id: v7(), to, message })).finally(mailer.close)
      const taken = `The mail server has taken the message for ${to}. If it is not there soon, look among the spam.`
      return answerOf(outcome, taken)
    },
    post: async (): Promise<TestAnswer> => {
      const webhook = settings?.webhook
      if (!webhook) throw new HttpError(409, 'Nothing is posted: an operator has to set WEBHOOK_URL.')
      const [id, at] = [v7(), now()]
      const body = JSON.stringify({ id, type: 'test', timestamp: at.toISOString(), data: {} })
      const outcome = await alone(() => openWebhook(webhook).send({ id, at, body }))
      return answerOf(outcome, 'The webhook has taken the test.')
    },
  }
}

const answerOf = (outcome: Outcome, taken: string): TestAnswer =>
  'reason' in outcome ? { arrived: false, said: outcome.reason } : { arrived: true, said: taken }

/** One test at a time, because each holds a connection to an external server. */
const openAlone = () => {
  let isUnderWay = false
  return async (send: () => Promise<Outcome>): Promise<Outcome> => {
    if (isUnderWay)
      throw new HttpError(429, 'Another test is under way. Try again when it is done.', undefined, {
        'retry-after': '30',
      })
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
  sentence: 'This is how Firsttouch tells you of new leads: it works.',
  sections: [],
  link: { url: `${dashboardUrl}/admin/settings#notifications`, words: 'Open the settings' },
})
