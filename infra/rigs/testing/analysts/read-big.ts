/** Streams an answer of 85 MB from a SQL port, checks that it comes in several chunks, and returns its length. */
import { expect } from 'vitest'

export const readBig = async (url: string, token: string, search = ''): Promise<number> => {
  const answer = await fetch(`${url}/${search}`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': token },
    body: `SELECT repeat('x', 850) AS a FROM numbers(100000)`,
  })
  let [size, pieces] = [0, 0]
  for await (const piece of answer.body ?? []) {
    size += piece.length
    pieces += 1
  }
  expect(answer.status).toBe(200)
  expect(pieces).toBeGreaterThan(1)
  return size
}
