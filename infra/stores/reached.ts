/** If `ask` fails, throws an error that names the setting and the address, but never the password. */
import { codeOf } from './owner.ts'

const hostsOf = (url: string): string => /^\w+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] ?? url

export const reached = async <T>(setting: string, url: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (cause) {
    // If the host has several addresses, the error has a code and no message.
    const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause)
    const error = new Error(`${setting} names ${hostsOf(url)}, which cannot be used: ${reason}`, { cause })
    throw Object.assign(error, { code: codeOf(cause) })
  }
}
