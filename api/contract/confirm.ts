/** Entering the password again before something dangerous: `POST /api/admin/confirm`, 204, or 403 for another password. */
import { loginRequest } from './session.ts'

export const confirmRequest = loginRequest.pick({ password: true })
