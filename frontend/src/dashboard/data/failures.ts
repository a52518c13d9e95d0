import { PASSWORD_NEEDED, SETUP_CODES, type SetupStep } from '@firsttouch/api/contract/problem'
import { ApiError, errorText } from '../../api.ts'

export const readFailure = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'The server could not be reached.'
  return error.detail ?? `The server answered with an error (${error.status}).`
}

export const loginFailure = (error: Error): string =>
  errorText(error, 'The server could not be reached. Please try again.')

export const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.type === PASSWORD_NEEDED

export const missingStep = (error: unknown): SetupStep | undefined =>
  (['password', 'factor'] as const).find(
    step => error instanceof ApiError && error.code === SETUP_CODES[step],
  )

/** True for a 4xx response, which means that the server has changed nothing. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status < 500

export const writeFailure = (error: unknown): string => {
  if (error instanceof ApiError && error.detail) return error.detail
  if (isRefused(error)) return `${readFailure(error)} Nothing was changed.`
  return 'The server did not answer, so it is not known whether the change was saved. The data is reloading: check it before you try again.'
}

/** True if a colleague changed the record (404, 409), or if it is unknown whether the server saved the change. */
export const isOutdated = (error: unknown): boolean =>
  !isRefused(error) || (error instanceof ApiError && [404, 409].includes(error.status))
