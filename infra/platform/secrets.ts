/** Checks passwords of stores that other machines can reach. A weak password prevents the start. */

const WELL_KNOWN =
  /password|passwort|secret|changeme|firsttouch|postgres|clickhouse|admin|qwerty|letmein|example|1234/i
const SHORTEST = 16
/** Length of a password from `openssl rand -hex 24`, which may contain 1234 by chance. */
const LONG = 48

/** undefined for a strong password. */
export const weakness = (password: string): string | undefined => {
  if (password === '') return 'has no password'
  if (password.length < SHORTEST) return `has a password of fewer than ${SHORTEST} characters`
  if (new Set(password).size < 8) return 'has a password made of too few different characters'
  const judged = password.length < LONG ? password : password.replace('1234', '')
  return WELL_KNOWN.test(judged) ? 'has a well-known password' : undefined
}

/** Matches a URL's host if it is this machine. For a connection's IP address, use `isLocal` in network.ts. */
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/

/** Weakness of the password in a store's URL. undefined if it is strong, or if the store is on this machine. */
export const weakAddress = (address: string | undefined): string | undefined => {
  const url = address === undefined ? null : URL.parse(address)
  if (!url || LOCAL_HOST.test(url.hostname)) return undefined
  const found = weakness(decodeURIComponent(url.password))
  return found && `${found}: openssl rand -hex 24 makes a good one`
}
