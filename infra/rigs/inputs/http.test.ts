/** Requests that misuse HTTP: compressed and foreign bodies, wrong methods, paths that cannot be decoded. */
import { expect, test } from 'vitest'
import { openEveryService } from '../security/every-service.ts'
import requests from './http.json' with { type: 'json' }

type Row = {
  input: { method: string; url: string; headers?: Record<string, string>; body?: string }
  /** `says`: part of the error's sentence. `type`: start of the content type. */
  right: { status: number; allow?: string; says?: string; type?: string }
}

const services = await openEveryService(undefined, ['/', '/v2'])

test.each(requests as Row[])(
  '$input.method $input.url with $input.headers is answered with $right',
  async row => {
    const { method, url, headers = {}, body } = row.input
    const answer = await services.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(body && { payload: body }),
    })
    const { status, allow, says = '', type = '' } = row.right
    expect({ status: answer.statusCode, allow: answer.headers.allow }).toEqual({ status, allow })
    expect(answer.body).toContain(says)
    expect(String(answer.headers['content-type']).startsWith(type)).toBe(true)
  },
)
