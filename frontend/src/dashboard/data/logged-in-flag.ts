/** Remembers that this browser has had a login. It only avoids a flash of the dashboard: the server's session decides. */
const KEY = 'isAuthenticated'

export const isFlagged = (): boolean => localStorage.getItem(KEY) === 'true'
export const setFlag = (): void => localStorage.setItem(KEY, 'true')
export const clearFlag = (): void => localStorage.removeItem(KEY)
