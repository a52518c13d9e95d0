import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isWalk, loadCommon } from './common-passwords.ts'

type Cost = { memory: number; passes: number; parallelism: number }
/** Argon2id with 19 MiB, two passes and one lane: minimum of OWASP's password storage cheat sheet. */
export const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const derive = promisify(argon2)
const SALT_BYTES = 16
const HASH_BYTES = 32

export const hashPassword = async (password: string, cost: Cost = COST): Promise<string> => {
  const salt = randomBytes(SALT_BYTES)
  const hash = await deriveKey(password, salt, HASH_BYTES, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** `weak` is true if the hash has an outdated cost. The caller should rehash the password. */
export const verifyPassword = async (password: string, phc: string) => {
  const parts = phc.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/)
  if (!parts) throw new Error('A stored password hash is not an Argon2id PHC string')
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const expected = Buffer.from(hash, 'base64')
  const actual = await deriveKey(password, Buffer.from(salt, 'base64'), expected.length, cost)
  return {
    matches: timingSafeEqual(actual, expected),
    weak: cost.memory < COST.memory || cost.passes < COST.passes,
  }
}

/** No password has this hash. Checking it makes a login to an unknown account as slow as any other login. */
export const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(
  Buffer.alloc(SALT_BYTES),
)}$${unpadded(Buffer.alloc(HASH_BYTES))}`

/** Returns a password with 138 random bits and without look-alike letters. */
export const generatePassword = (username: string): string => {
  const password = randomGroups(7)
  return containsName(password, username) ? generatePassword(username) : password
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Returns groups of four random letters. Each letter has almost five random bits. */
export const randomGroups = (count: number): string => {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: count }, group).join('-')
}

const containsName = (password: string, username: string): boolean =>
  username.length > 2 && password.toLowerCase().includes(username.toLowerCase())

export const MIN_LENGTH = 8
export const MAX_LENGTH = 1024

/** Returns what is wrong with the password, or null. Requires no special kinds of characters (ASVS 6.2.5). */
export const passwordFault = async (password: string, username: string): Promise<string | null> => {
  const length = [...password].length
  if (length < MIN_LENGTH)
    return `The password needs at least ${MIN_LENGTH} characters; 15 or more are better.`
  if (length > MAX_LENGTH) return `The password may have at most ${MAX_LENGTH} characters.`
  const plain = password.toLowerCase()
  if (containsName(password, username)) return 'The password must not contain the user name.'
  if (isCommon(plain, await loadCommon()))
    return 'The password is one of the first that attackers try. Choose another, such as four random words.'
  return null
}

/** People type SIGNS instead of the letters in MEANT, for example `0` for `o`. */
const [SIGNS, MEANT] = ['013457@$!', 'oieastasi']

const isCommon = (plain: string, common: ReadonlySet<string>): boolean => {
  const letters = (text: string) => text.replace(/[^\p{L}]/gu, '')
  const decode = (text: string) => text.replace(/[013457@$!]/g, mark => MEANT[SIGNS.indexOf(mark)] ?? mark)
  if (new Set(plain).size < 4 || isWalk(plain) || isWalk(plain.replace(/(.)\1/gu, '$1'))) return true
  // People append up to four digits and punctuation marks to a word.
  if ([plain, plain.replace(/[^\p{L}]{1,4}$/u, '')].some(text => common.has(text))) return true
  const padding = plain.length - letters(plain).length
  const withoutTail = plain.slice(0, endOfLetters(plain))
  const bases = [plain, decode(plain), decode(withoutTail)].map(letters)
  return padding <= 6 && bases.some(base => isMadeOf(base, common))
}

const endOfLetters = (text: string): number => {
  let end = 0
  for (const { 0: letter, index } of text.matchAll(/\p{L}/gu)) end = index + letter.length
  return end
}

/** True for a common word, a common word twice, or two different common words with under 15 letters in total. */
const isMadeOf = (base: string, common: ReadonlySet<string>): boolean => {
  if (common.has(base)) return true
  for (let at = 3; at <= base.length - 3; at++) {
    const [first, second] = [base.slice(0, at), base.slice(at)]
    if (common.has(first) && (first === second || (base.length < 15 && common.has(second)))) return true
  }
  return false
}

const deriveKey = (password: string, nonce: Buffer, tagLength: number, cost: Cost): Promise<Buffer> =>
  // NFKC, because keyboards encode the same character differently. For example, "é" is one or two code points.
  derive('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, tagLength, ...cost })

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
