/** Passwords that protect what other machines can reach: a weak one stops the start. */

const WELL_KNOWN =
  /password|passwort|secret|changeme|firsttouch|postgres|clickhouse|admin|qwerty|letmein|example|1234/i
const SHORTEST = 16
/** As `openssl rand -hex 24` makes them: one in 1,500 has 1234 by chance. */
const LONG = 48

/** What is wrong with a password, or undefined. */
export const weakness = (password: string): string | undefined => {
  if (password === '') return 'has no password'
  if (password.length < SHORTEST) return `has a password of fewer than ${SHORTEST} characters`
  if (new Set(password).size < 8) return 'has a password made of too few different characters'
  const judged = password.length < LONG ? password : password.replace('1234', '')
  return WELL_KNOWN.test(judged) ? 'has a password that is guessed first' : undefined
}

/** Of a URL; `isOwnMachine` of network.ts is about the address of a connection. */
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/

/** Of a store's address, unless the store is on this machine. */
export const weakAddress = (address: string | undefined): string | undefined => {
  const url = address === undefined ? null : URL.parse(address)
  if (!url || LOCAL_HOST.test(url.hostname)) return undefined
  const found = weakness(decodeURIComponent(url.password))
  return found && `${found}: openssl rand -hex 24 makes a good one`
}
