/** The only caller of the API. Types come from its contract; errors read as the specification's section 8 says. */
import type { Problem } from '@firsttouch/api/contract/problem'

/** Any answer that is not ok. `message` is the status code, a colon, a space, then the body or the status text. */
export class ApiError extends Error {
  readonly status: number
  /** What the server says a person can do about it; undefined when it said nothing readable. */
  readonly detail: string | undefined
  readonly issues: { path: string; message: string }[]
  /** RFC 9457: which kind of problem, for those that a page acts on by itself. */
  readonly type: string | undefined
  /** Which case of a status it is, for those that a page acts on by itself. */
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

/** A page of a proxy between us and the server: nothing to show to anybody. */
const isMarkup = (body: string): boolean => body.trimStart().startsWith('<')

/** The sentence for a toast: the server's own where it has one, else the given words. */
export const errorText = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.detail) || otherwise

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A Blob is sent as it is; its `headers` say what it is. Success bodies are read as JSON; 204 gives undefined. Rejects with ApiError, or with fetch's own TypeError offline. */
export const request = async <T>(...call: Parameters<typeof send>): Promise<T> => {
  const response = await send(...call)
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
}

/** An answer to keep as a file, by the name that the server gave it. */
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
  method: Method,
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
