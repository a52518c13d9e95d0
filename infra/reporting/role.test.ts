/** The test engine cannot store users, but it parses the statements like a server. */
import { expect, test } from 'vitest'
import { openTestClickHouse } from '../rigs/testing/stores.ts'
import { ANALYST_LIMITS } from './limits.ts'
import { roleStatements } from './role.ts'

/** Expected errors: the engine stores no users, so it lacks the users of earlier statements. It also lacks a setting that only servers have. */
const NO_USERS_HERE =
  /There is no (role|user|settings profile)|unless settings_constraints_replace_previous is enabled/

test('the engine parses every statement of the role, and only lacks storage for users', async () => {
  const { client } = await openTestClickHouse()
  await expect(client.command({ query: 'CREATE ROLE OR nonsense' })).rejects.toMatchObject({ code: '62' })
  for (const query of roleStatements('a long password')) {
    const error: unknown = await client.command({ query }).catch((cause: unknown) => cause)
    expect(error, query).toMatchObject({ message: expect.stringMatching(NO_USERS_HERE) })
  }
})

test('every limit is a setting that the engine knows, and only the time limit can be changed, up to a minute', async () => {
  const { client } = await openTestClickHouse()
  const answer = await client.query({
    query: 'SELECT name FROM system.settings WHERE name IN {names: Array(String)}',
    query_params: { names: Object.keys(ANALYST_LIMITS) },
    format: 'JSONEachRow',
  })
  expect(await answer.json()).toHaveLength(Object.keys(ANALYST_LIMITS).length)
  const [profile = ''] = roleStatements()
  expect(profile).toContain('readonly = 1 CONST')
  expect(profile).toContain('max_execution_time = 10 MIN 1 MAX 60 CHANGEABLE_IN_READONLY')
  expect(profile).toContain('max_memory_usage = 1000000000 CONST')
})

test('S-33 the role may read only the views, and only a number of times an hour', () => {
  const granted = roleStatements('a long password').filter(query => query.startsWith('GRANT'))
  expect(granted).toEqual([
    'GRANT SELECT ON reporting.* TO reporting_reader',
    'GRANT reporting_reader TO analyst',
  ])
  expect(roleStatements()).toContainEqual(
    expect.stringMatching(
      /^CREATE QUOTA .* KEYED BY user_name FOR INTERVAL 1 hour MAX queries = \d+, execution_time = \d+ TO reporting_reader$/,
    ),
  )
  expect(roleStatements('a long password')).toContainEqual(
    expect.stringMatching(/^CREATE USER .* SETTINGS PROFILE 'reporting_reader'$/),
  )
})

test('the password is not in the statements', () => {
  expect(roleStatements('a long password').join()).not.toContain('a long password')
})
