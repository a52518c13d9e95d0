/** The only module that calls the API. Error messages follow section 8 of the specification. */
import type { Problem } from '@firsttouch/api/contract/problem'

/** `message` is for example "404: Not found", with the body or the status text after the colon. */
export class ApiError extends Error {
  readonly status: number
  /** The server's advice to the user. undefined if the server sent no readable text. */
  readonly detail: string | undefined
  readonly issues: { path: string; message: string }[]
  /** The problem type (RFC 9457). */
  readonly type: string | undefined
  readonly code: string | undefined
  constructor(status: number, statusText: string, body: string, problem?: Partial<Problem>) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.detail = problem ? problem.detail : isMarkup(body) ? undefined : body || undefined
    this.issues = problem?.issues ?? []
    this.type = problem?.type
    this.code = problem?.code
  }
}

/** Some proxies answer an error with an HTML page. The user should not see its source. */
const isMarkup = (body: string): boolean => body.trimStart().startsWith('<')

/** Returns the server's explanation, or `otherwise` if the server sent none. */
export const errorText = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.detail) || otherwise

/** Rejects with ApiError for an error status, and with TypeError if the network fails. */
export const request = async <T>(...call: Parameters<typeof send>): Promise<T> => {
  const response = await send(...call)
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
}

export const requestFile = async (path: string, body: object) => {
  const response = await send('POST', path, body)
  const disposition = response.headers.get('content-disposition') ?? ''
  return {
    name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'export.csv',
    content: await response.blob(),
    rows: Number(response.headers.get('x-total-count')),
  }
}

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> => {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await readError(response)
  return response
}

const readError = async (response: Response): Promise<ApiError> => {
  const body = await response.text().catch(() => '')
  const isProblem = response.headers.get('content-type')?.includes('problem+json')
  return new ApiError(response.status, response.statusText, body, isProblem ? parseProblem(body) : undefined)
}

const parseProblem = (body: string): Partial<Problem> | undefined => {
  try {
    return JSON.parse(body) as Partial<Problem>
  } catch {
    return undefined
  }
}
