import type { AuditEntry } from '@firsttouch/api/contract/audit'
import { ACTION_WORDS } from '@firsttouch/api/contract/audit-words'
import { counted } from './format.ts'

const LISTS: Readonly<Record<string, string>> = {
  leadIds: 'leads',
  submissionIds: 'submissions',
  contacts: 'contacts',
  rows: 'rows',
}
const SAID = ['username', 'status', 'records', 'call', ...Object.keys(LISTS)]

export const entryInWords = ({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string => {
  const { username, status, call } = detail
  const counts = Object.entries(LISTS).flatMap(([name, noun]) => {
    const value = detail[name]
    return typeof value === 'number' ? [counted(value, noun)] : []
  })
  const rest = Object.entries(detail)
    .filter(([name, value]) => !SAID.includes(name) && value !== null)
    .map(([name, value]) => `${name}: ${value}`)
  const done = [ACTION_WORDS[action] ?? action, username].filter(Boolean).join(' ')
  const outcome =
    typeof status === 'number' && status >= 400
      ? [`${status < 500 ? 'refused' : 'failed'} with ${status}`]
      : []
  const facts = [...counts, ...rest, ...(call ? [String(call)] : []), ...outcome]
  return facts.length > 0 ? `${done} (${facts.join(', ')})` : done
}
