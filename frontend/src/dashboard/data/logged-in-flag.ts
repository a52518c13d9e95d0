/** Avoids a flash of the dashboard before the login page. Grants no access, because the server checks the session. */
const KEY = 'isAuthenticated'

export const isFlagged = (): boolean => localStorage.getItem(KEY) === 'true'
export const setFlag = (): void => localStorage.setItem(KEY, 'true')
export const clearFlag = (): void => localStorage.removeItem(KEY)
