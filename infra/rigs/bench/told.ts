/** Measures the time from sending a form until a mail server on this machine has accepted the notification. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailServer } from '@firsttouch/api/testing/mail-server'
import { until } from '../testing/until.ts'
import { quantile } from './load/load.ts'
import { row, type Table } from './table.ts'

const APART_MS = 50
const PATIENCE_MS = 60_000

export type MailTaker = { url: string; takenAt: Map<string, number>; close: () => Promise<void> }

/** A mail server that records when it accepted each mail. The key is the lead in the mail's link. */
export const openMailTaker = async (): Promise<MailTaker> => {
  const takenAt = new Map<string, number>()
  const { port, close } = await openMailServer({
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('=\r\n', '')
        takenAt.set(/lead=(?:3D)?([\da-f-]{36})/.exec(text)?.[1] ?? text, performance.now())
        done()
      })
    },
  })
  return { url: `smtp://127.0.0.1:${port}`, takenAt, close }
}

export const benchTold = async (url: string, { takenAt }: MailTaker, forms: number): Promise<Table> => {
  const sentAt = new Map<string, number>()
  const sending: Promise<void>[] = []
  for (let at = 0; at < forms; at++) {
    sending.push(sendForm(url, at, sentAt))
    await sleep(APART_MS)
  }
  await Promise.all(sending)
  await until(() => [...sentAt.keys()].every(lead => takenAt.has(lead)), PATIENCE_MS)
  const waits = [...sentAt].map(([lead, sent]) => (takenAt.get(lead) ?? Number.NaN) - sent)
  return {
    title: 'From a form until the mail server has accepted its notification, ms',
    head: ['', 'p50', 'p99', 'longest'],
    rows: [
      row(
        `${forms} contact forms, ${APART_MS} ms apart`,
        quantile(waits, 0.5),
        quantile(waits, 0.99),
        Math.max(...waits),
      ),
    ],
  }
}

const sendForm = async (url: string, at: number, sentAt: Map<string, number>): Promise<void> => {
  const sent = performance.now()
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: `Person ${at}`, email: `person${at}@example.com`, message: 'Please call me' },
      source: 'contact_form',
    }),
  })
  if (!answer.ok) throw new Error(`form ${at}: ${answer.status} ${await answer.text()}`)
  sentAt.set(((await answer.json()) as { id: string }).id, sent)
}
