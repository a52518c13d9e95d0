import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api.ts'
import { keyOf, type ReadName } from '../reads.ts'
import { isUnanswered } from './use-live.ts'

const asked = (name: ReadName, state: { error?: unknown; data?: unknown }) =>
  isUnanswered({ queryKey: keyOf(name), state: { error: null, data: undefined, ...state } })

describe('reads that are retried', () => {
  it('a failed read is retried unless the server refused it', () => {
    expect(asked('experiments', { error: new ApiError(503, '', 'away') })).toBe(true)
    expect(asked('leads', { error: new TypeError('Failed to fetch') })).toBe(true)
    expect(asked('leads', { error: new ApiError(401, '', 'log in') })).toBe(false)
    expect(asked('analytics', { data: { totalVisits: 1 } })).toBe(false)
  })

  it('a list of campaigns without counts is retried', () => {
    expect(asked('campaigns', { data: [{ clicks: 1, visitors: 1 }] })).toBe(false)
    expect(
      asked('campaigns', {
        data: [
          { clicks: 1, visitors: 1 },
          { clicks: null, visitors: null },
        ],
      }),
    ).toBe(true)
    expect(asked('campaigns', { data: [{ clicks: 1, visitors: null }] })).toBe(true)
  })
})
