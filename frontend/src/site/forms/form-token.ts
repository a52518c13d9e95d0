/**
 * The signed time at which a form was shown. The server treats submissions within 2 seconds or after 2 hours as a
 * bot's, so the form waits for a token of the right age.
 */
export const YOUNGEST_MS = 2_200
export const OLDEST_MS = 100 * 60_000

export const openFormToken = (fetchToken: () => Promise<string>) => {
  let fetched: Promise<{ token: string; at: number }> | undefined
  const renew = () => {
    fetched = fetchToken().then(
      token => ({ token, at: Date.now() }),
      error => {
        console.warn('Form token:', error)
        fetched = undefined
        return { token: '', at: 0 }
      },
    )
    return fetched
  }
  return {
    /** Call this when the visitor starts to type, so that the token is old enough at submission. */
    prepare: () => void (fetched ?? renew()),
    /** A token is valid for one submission. */
    discard: () => {
      fetched = undefined
    },
    /** Empty if the server sent no token. The server then uses its other bot checks. */
    ready: async (): Promise<string> => {
      let { token, at } = await (fetched ?? renew())
      if (token && Date.now() - at > OLDEST_MS) ({ token, at } = await renew())
      const wait = token ? at + YOUNGEST_MS - Date.now() : 0
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
      return token
    },
  }
}
