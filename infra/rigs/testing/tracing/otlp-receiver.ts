/** A trace collector: accepts OTLP as JSON over HTTP and stores the spans. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number; arrayValue?: { values: Value[] } }
type Attribute = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        name: string
        kind: number
        traceId: string
        spanId: string
        parentSpanId?: string
        attributes: Attribute[]
        links?: { traceId: string; spanId: string }[]
        status: { code: number; message?: string }
      }[]
    }[]
  }[]
}

export type ReceivedSpan = {
  service: string
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string
  attributes: Record<string, string | number | string[]>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

const plain = ({ stringValue, intValue, arrayValue }: Value): string | number | string[] =>
  arrayValue?.values.map(value => String(plain(value))) ?? stringValue ?? intValue ?? ''
const attributesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))

const spansOf = (sent: Sent): ReceivedSpan[] =>
  sent.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ name, kind, traceId, spanId, parentSpanId = '', attributes, links = [], status }) => ({
        service: String(attributesOf(resource.attributes)['service.name']),
        name,
        kind,
        traceId,
        spanId,
        parentSpanId,
        attributes: attributesOf(attributes),
        links: links.map(link => ({ traceId: link.traceId, spanId: link.spanId })),
        failed: status.code === 2,
      })),
  )

/** `answers`: false for a collector that accepts connections and never answers. */
export const startOtlpReceiver = async ({ answers = true } = {}) => {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as Sent
    bodies.push(JSON.stringify(sent))
    spans.push(...spansOf(sent))
    if (answers) response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
