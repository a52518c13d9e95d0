/** Reads an answer of 85 MB from a SQL port as it comes, in more pieces than one, and gives what it was long. */
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
