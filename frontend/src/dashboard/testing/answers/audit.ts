import type { AuditPage } from '@firsttouch/api/contract/audit'
import { idOf } from './answers.ts'

const entry = { person: 'ada', network: '203.0.113.0/24', records: [], detail: {} }
export const AUDIT: AuditPage = {
  entries: [
    {
      ...{ ...entry, id: '4', at: '2026-03-29T11:05:00.000Z', records: [idOf(1), idOf(2)] },
      ...{ action: 'DELETE /api/admin/leads/bulk-delete', detail: { status: 200, leadIds: 2 } },
    },
    {
      ...{ ...entry, id: '3', at: '2026-03-29T11:04:00.000Z', action: 'POST /api/admin/leads.csv' },
      detail: { status: 403 },
    },
    {
      ...entry,
      id: '2',
      at: '2026-03-29T11:00:00.000Z',
      action: 'login.accepted',
      detail: { by: 'single sign-on' },
    },
    {
      ...{ ...entry, id: '1', at: '2026-03-29T10:00:00.000Z', person: 'command line', network: '' },
      ...{ action: 'staff.reset', detail: { username: 'ben' } },
    },
  ],
  next: '1',
}
