/** The token contains a signed time. The server treats a form sent less than 2 s or more than 2 h later as spam. */
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
    /** Empty if the server sent no token. For a form without a token, the server uses its other bot checks. */
    ready: async (): Promise<string> => {
      let { token, at } = await (fetched ?? renew())
      if (token && Date.now() - at > OLDEST_MS) ({ token, at } = await renew())
      const wait = token ? at + YOUNGEST_MS - Date.now() : 0
      if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
      return token
    },
  }
}
