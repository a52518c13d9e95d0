import { describe, expect, test } from 'vitest'
import { loadCommon } from './common-passwords.ts'
import {
  COST,
  DUMMY_HASH,
  generatePassword,
  hashPassword,
  passwordFault,
  verifyPassword,
} from './passwords.ts'

describe('S-01 hashing', () => {
  test('a hash is Argon2id with 19 MiB, two passes and one lane, and contains these parameters', async () => {
    expect(await hashPassword('a long enough one')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  test('the right password matches, another does not, and equal passwords have different hashes', async () => {
    const hash = await hashPassword('four random words here')
    expect(await verifyPassword('four random words here', hash)).toEqual({ matches: true, weak: false })
    expect((await verifyPassword('four random words hera', hash)).matches).toBe(false)
    expect(await hashPassword('four random words here')).not.toBe(hash)
  })

  test('a hash of lower cost still matches and is recognised as weak', async () => {
    const hash = await hashPassword('four random words here', { ...COST, memory: 8192 })
    expect(await verifyPassword('four random words here', hash)).toEqual({ matches: true, weak: true })
    const once = await hashPassword('four random words here', { ...COST, passes: 1 })
    expect(await verifyPassword('four random words here', once)).toEqual({ matches: true, weak: true })
  })

  test('no password matches the dummy hash', async () => {
    expect((await verifyPassword('', DUMMY_HASH)).matches).toBe(false)
  })
})

describe('S-03 rules', () => {
  test('long and Unicode passwords that differ only at their end are different', async () => {
    for (const start of ['x'.repeat(71), 'x'.repeat(127), 'пароль из слов 🐘🐘🐘']) {
      const hash = await hashPassword(`${start}1`)
      expect((await verifyPassword(`${start}1`, hash)).matches).toBe(true)
      expect((await verifyPassword(`${start}2`, hash)).matches).toBe(false)
    }
  })

  test('differently composed Unicode characters are the same password', async () => {
    const hash = await hashPassword('caf\u00e9 au lait demain')
    expect((await verifyPassword('cafe\u0301 au lait demain', hash)).matches).toBe(true)
  })

  test('fewer than eight characters are refused however random, and eight are accepted', async () => {
    expect(await passwordFault('7Kx-q2!', 'ada')).toMatch(/^The password needs at least 8 characters/)
    expect(await passwordFault('7Kx-q2!v', 'ada')).toBeNull()
    // Each emoji is one character, but two UTF-16 units.
    expect(await passwordFault('Kx🐘q🦊2!', 'ada')).toMatch(/^The password needs at least 8 characters/)
  })

  test('1,024 characters are allowed, and no more', async () => {
    const longest = '7Kx-q2!v'.repeat(128)
    expect(await passwordFault(longest, 'ada')).toBeNull()
    expect(await passwordFault(`${longest}7`, 'ada')).toBe('The password may have at most 1024 characters.')
  })

  test.each([
    ['kqzkzqzkqk', 'kqzvvzqkqvzk', 'three characters over and over'],
    ['kqzvkqzvkq', 'kqzvkqzvkqz', 'a short piece over and over'],
    ['89012hjkl', '89212hjzl', 'keys in a row, from the last to the first'],
    ['s@pph1re!!', 's@pqh1re!!', 'a common word with look-alikes, and marks'],
    ['s@pph1r3', 's@pqh1r3', 'a common word with look-alikes, the last letter too'],
    ['drag1on47', 'drag1qn47', 'a common word around a digit'],
    ['billy6269', 'bqlly6269', 'a leaked word of five letters with digits'],
    ['fish6269', 'fizh6269', 'a leaked word of four letters with digits'],
    ['dragon746925', 'dragon7469258', 'a common word and up to six digits'],
    ['elephantsummer', 'elephantdragons', 'two common words of up to 14 letters'],
    ['dragonabc', 'dragonqxv', 'a common word and a short one'],
    ['abcdragon', 'qxvdragon', 'a short word and a common one'],
    ['hhjjkkll7788', 'hhjjzzll7788', 'keys in a row, each twice'],
  ])('%s is refused and %s is not: %s', async (refused, allowed) => {
    expect(await passwordFault(refused, 'ada')).toMatch(/one of the first that attackers try/)
    expect(await passwordFault(allowed, 'ada')).toBeNull()
  })

  // biome-ignore format: a list reads best in rows
  test.each([
    'short', '1234567', 'password', 'Password1', 'P@ssw0rd!', 'password123', 'letmein123', 'qwertyuiop', 'iloveyou1', '12345678',
    '0987654321', 'aaaaaaaaaaaa', 'abababababab', 'firsttouch', 'Firsttouch2026!', 'dashboard1', 'adminadmin', 'welcome1',
    'football1', 'ada lovelace forever', '1q2w3e4r', '1qaz2wsx', 'zaq12wsx', 'qazwsxedc', 'asdf1234', 'qwer1234', 'abc12345',
    'abcd1234', '123qweasd', 'asdfghjkl', '1234qwer', 'q1w2e3r4t5', '87654321', '11223344', '123123123', 'abcabcabc', 'passpass',
    'Sunshine1', 'princess1', 'trustno1!', 'Liverpool1', 'chocolate7', 'Charlie123', 'Jennifer1', 'michelle2', 'jordan2323',
    'superman!!', 'Starwars77', 'Minecraft1', 'pokemon123', 'Welcome2026', 'Summer2026!', 'January01', 'November99', 'London2012',
    'changeme!', 'letmein!!', 'iloveyou22', 'baseball12', 'computer1', 'samsung123', 'facebook1', 'P4ssw0rd', 'M0nk3y123',
    'Administrator', 'testtest1', 'helloworld', 'loveyou123', 'babygirl1', 'angel123!', 'butterfly1', 'whatever1', 'correcthorse1',
    'hjkl5678', 'fghj-xcvb-789',
  ])('%s is refused', async password => {
    expect(await passwordFault(password, 'ada')).toMatch(/\w\.$/)
  })

  test.each([
    'four random words here',
    'kT9#mQ2v',
    'planktonridgeotter',
    'x7ggw-2mmq',
    'Sunshine on the brook',
    `${'x'.repeat(16)}yzwv`,
    'lowercaseonlybutlong',
  ])('%s is allowed, because no rule requires certain kinds of characters', async password => {
    expect(await passwordFault(password, 'ada')).toBeNull()
  })

  test.each([
    ['planktonridgeotter', 'ri', null],
    ['planktonridgeotter', 'rid', /must not contain the user name/],
    ['planktonRIDGEotter', 'Ridge', /must not contain the user name/],
  ])('%s of the user %s', async (password, username, fault) => {
    const said = await passwordFault(password, username)
    if (fault === null) expect(said).toBeNull()
    else expect(said).toMatch(fault)
  })

  test('a generated password is allowed', async () => {
    const password = generatePassword('ada')
    expect(password).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/)
    expect(await passwordFault(password, 'ada')).toBeNull()
  })

  test('no generated password contains the user name', () => {
    const passwords = Array.from({ length: 30_000 }, () => generatePassword('Ada'))
    expect(passwords.filter(password => password.includes('ada'))).toEqual([])
  })
})

const openAmong = async (passwords: readonly string[]): Promise<string[]> => {
  const faults = await Promise.all(passwords.map(password => passwordFault(password, 'ada')))
  return passwords.filter((_, index) => faults[index] === null)
}

test('S-03 every password often seen in leaks is refused, also with digits after it', async () => {
  const seen = [...(await loadCommon())].filter(password => password.length >= 8)
  expect(seen.length).toBeGreaterThan(10_000)
  expect(await openAmong(seen)).toEqual([])
  const words = seen.filter(password => /^[a-z]+$/.test(password)).slice(0, 1_000)
  expect(
    await openAmong(words.flatMap(word => [`${word.toUpperCase()}1`, `${word}2026`, `${word}!!`])),
  ).toEqual([])
})

test('S-03 combinations of the product’s words and common ones are refused', async () => {
  const words = [...(await loadCommon())].filter(word => /^[a-z]{5,12}$/.test(word)).slice(-600)
  const tried = words.flatMap(word => [
    `${word}123`,
    `${word[0]?.toUpperCase()}${word.slice(1)}2026!`,
    `${word}${word}`,
  ])
  expect(tried).toContain('firsttouch123')
  expect(tried.length).toBeGreaterThan(1_500)
  expect(await openAmong(tried.filter(password => password.length >= 8))).toEqual([])
})
