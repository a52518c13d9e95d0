/** A member of staff at the inboxes, and people who write to them. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import type { InjectOptions } from 'fastify'
import { addStaff, cookiesOf, logIn, openTestApi } from './api.ts'
import { CONTACT, ONBOARDING, postForm } from './forms.ts'

export type InboxDesk = Awaited<ReturnType<typeof openInboxDesk>>

export const openInboxDesk = async () => {
  const api = await openTestApi()
  await addStaff(api.sql)
  let cookies = cookiesOf(await logIn(api.app))
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: InjectOptions['payload']) =>
    api.app.inject({
      method,
      url: `/api/admin/${path}`,
      cookies,
      ...(body !== undefined && { payload: body }),
    })
  const contact = async (name: string, more: object = {}, headers: Record<string, string> = {}) =>
    (await postForm(api.app, 'contact', { ...CONTACT, name, ...more }, headers)).json().id as string
  const onboard = async (fullName: string, more: object = {}, headers: Record<string, string> = {}) =>
    (await postForm(api.app, 'onboarding', { ...ONBOARDING, fullName, ...more }, headers)).json().id as string
  return {
    api,
    call,
    /** After the clock has moved further than a session lasts. */
    logInAgain: async () => {
      cookies = cookiesOf(await logIn(api.app))
    },
    contact,
    onboard,
    /** The names in a list, in its order. */
    names: async (path = 'leads'): Promise<string[]> => {
      const answer = (await call('GET', path)).json()
      const items: { name?: string; fullName?: string }[] = answer.items ?? answer
      return items.map(item => item.name ?? item.fullName ?? '')
    },
    empty: () =>
      emptyTables(api.sql, 'leads', 'onboarding_submissions', 'deletions', 'staff_notes', 'record_changes'),
  }
}
