/** A staff member with inboxes, and people who submit forms. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openStaffApi } from './api.ts'
import { CONTACT, ONBOARDING, postForm } from './forms.ts'

export type InboxDesk = Awaited<ReturnType<typeof openInboxDesk>>

export const openInboxDesk = async () => {
  const api = await openStaffApi()
  const { call, logInAgain } = api
  const contact = async (name: string, more: object = {}, headers: Record<string, string> = {}) =>
    (await postForm(api.app, 'contact', { ...CONTACT, name, ...more }, headers)).json().id as string
  const onboard = async (fullName: string, more: object = {}, headers: Record<string, string> = {}) =>
    (await postForm(api.app, 'onboarding', { ...ONBOARDING, fullName, ...more }, headers)).json().id as string
  return {
    api,
    call,
    logInAgain,
    contact,
    onboard,
    /** Names of the listed records, in order. */
    names: async (path = 'leads'): Promise<string[]> => {
      const answer = (await call('GET', path)).json()
      const items: { name?: string; fullName?: string }[] = answer.items ?? answer
      return items.map(item => item.name ?? item.fullName ?? '')
    },
    empty: () =>
      emptyTables(api.sql, 'leads', 'onboarding_submissions', 'deletions', 'staff_notes', 'record_changes'),
  }
}
