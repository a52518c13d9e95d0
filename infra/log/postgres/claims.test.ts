import postgres, { type Sql } from 'postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { joinGroup, refreshClaims } from './claims.ts'

const PARTITIONS = 4
const cleanUp = cleanUpAfter('each')
let url: string
beforeEach(async () => {
  url = (await openTestPostgres()).url
})

type Member = { sql: Sql; held: Set<number>; group: string }
const join = async (group = 'readers'): Promise<Member> => {
  const sql = postgres(url, { max: 1 })
  cleanUp.push(() => sql.end({ timeout: 1 }))
  await joinGroup(sql, group)
  return { sql, held: new Set(), group }
}
const joinAll = (count: number) => Promise.all(Array.from({ length: count }, () => join()))
/** Each member refreshes twice. In the first round members release surplus partitions, in the second others claim them. */
const share = async (members: Member[]) => {
  for (const { sql, held, group } of [...members, ...members])
    await refreshClaims(sql, group, PARTITIONS, held)
}
const claimed = (members: Member[]) => members.flatMap(({ held }) => [...held]).toSorted()
const sizes = (members: Member[]) =>
  members
    .map(({ held }) => held.size)
    .toSorted()
    .toReversed()
const ALL = [0, 1, 2, 3]

describe('consumers that share four partitions', () => {
  test.each([
    [1, [4]],
    [2, [2, 2]],
    [3, [2, 2, 0]],
    [4, [1, 1, 1, 1]],
    [5, [1, 1, 1, 1, 0]],
  ])(
    'of %i consumers that share four partitions, exactly one reads each partition',
    async (count, expected) => {
      const members = await joinAll(count)
      await share(members)
      expect(claimed(members)).toEqual(ALL)
      expect(sizes(members)).toEqual(expected)
    },
  )

  test('consumers release and take over partitions as others come and go, and no partition ever has two readers', async () => {
    const members = [await join()]
    await share(members)
    for (const count of [2, 3, 5]) {
      while (members.length < count) members.push(await join())
      for (const { sql, held, group } of members) {
        await refreshClaims(sql, group, PARTITIONS, held)
        expect(new Set(claimed(members)).size).toBe(claimed(members).length)
      }
      await share(members)
      expect(claimed(members)).toEqual(ALL)
    }
    for (const left of [3, 1]) {
      for (const gone of members.splice(left)) await gone.sql.end({ timeout: 1 })
      await share(members)
      expect(claimed(members)).toEqual(ALL)
    }
  })

  test('consumers of another group or another database do not count', async () => {
    const [own, other] = [await join(), await join('others')]
    const elsewhere = postgres((await openTestPostgres()).url, { max: 1 })
    cleanUp.push(() => elsewhere.end({ timeout: 1 }))
    await joinGroup(elsewhere, 'readers')
    await share([own, other])
    expect([own, other].map(({ held }) => [...held])).toEqual([ALL, ALL])
  })
})
