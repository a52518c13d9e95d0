/** The page's address names the open tab or one of its sections. */
import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { Account } from '../account/account.tsx'
import { Accounting } from '../accounting/accounting.tsx'
import { usePageAddress } from '../address/page-links.ts'
import { useAddress } from '../address/use-address.ts'
import { Audit } from '../audit/audit.tsx'
import { Conversions } from '../conversions/conversions.tsx'
import { useSession } from '../data/use-read.ts'
import { Domain } from '../domain/domain.tsx'
import { Tag } from '../domain/tag.tsx'
import { OwnVisits } from '../internal-traffic/own-visits.tsx'
import { Channels, OwnNotifications } from '../notifications/notifications.tsx'
import { Cards } from '../pieces/card-boundary.tsx'
import { Tabs } from '../pieces/tabs.tsx'
import { ConnectLogin } from '../settings/single-sign-on.tsx'
import { ReadTokens } from '../team/read-tokens.tsx'
import { TeamSection } from '../team/team.tsx'
import { counted } from '../words/format.ts'
import { useCounts } from './counts.ts'

type Tab = { id: string; label: string; role?: Role; of: Readonly<Record<string, ReactNode>> }

const ROLES = {
  notifications: 'staff',
  'internal traffic': 'staff',
  tag: 'staff',
  channels: 'staff',
} as const

const TABS: readonly Tab[] = [
  {
    id: 'me',
    label: 'Me',
    of: { account: <Account />, 'single sign-on': <ConnectLogin />, notifications: <OwnNotifications /> },
  },
  {
    id: 'team',
    label: 'Team',
    role: 'owner',
    of: { team: <TeamSection />, 'read tokens': <ReadTokens />, audit: <Audit /> },
  },
  {
    id: 'links',
    label: 'Domain and links',
    of: { domain: <Domain />, 'internal traffic': <OwnVisits />, tag: <Tag /> },
  },
  { id: 'ads', label: 'Ad platforms', role: 'staff', of: { conversions: <Conversions /> } },
  {
    id: 'system',
    label: 'System',
    of: { accounting: <Accounting />, channels: <Channels /> },
  },
]

export const SettingsPage = () => {
  const role = useSession().data?.role ?? 'viewer'
  const { hash } = useLocation()
  const { get } = useAddress()
  const address = usePageAddress()
  const { alarms } = useCounts()
  const tabs = TABS.filter(tab => isAtLeast(role, tab.role ?? 'viewer'))
  const named = tabs.find(({ id }) => id === get('tab'))
  const withSection = tabs.find(({ of }) =>
    Object.keys(of).some(what => `#${what.replaceAll(' ', '-')}` === hash),
  )
  const shown = named ?? withSection ?? tabs[0]
  return (
    <>
      <Tabs
        label="Settings"
        tabs={tabs.map(({ id, label }) => ({
          ...{ to: address('settings', { tab: id }), isShown: id === shown?.id },
          words: id === 'system' && alarms > 0 ? `${label} (${counted(alarms, 'alarms')})` : label,
        }))}
      />
      {shown && <Cards key={shown.id} roles={ROLES} of={shown.of} />}
    </>
  )
}
