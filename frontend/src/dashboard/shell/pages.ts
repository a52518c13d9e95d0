/** The dashboard's pages: their label, code and role, and which days and filters apply to them. */

import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import {
  ChartNoAxesColumn,
  FlaskConical,
  House,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Settings,
  UserCheck,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { DashboardPage } from '../../dashboard-pages.ts'
import { CAMPAIGN_FILTERS, FILTER_NAMES, type FilterName } from '../address/page-filter.ts'
import { useSession } from '../data/use-read.ts'

type Place = {
  id: DashboardPage
  label: string
  Icon: LucideIcon
  isTab?: true
  load: () => Promise<ComponentType>
  role?: Role
  hasDays?: true
  narrowedBy?: readonly FilterName[]
}

export const PAGES: readonly Place[] = [
  {
    id: 'overview',
    label: 'Overview',
    Icon: House,
    isTab: true,
    load: async () => (await import('../pages/overview-page.tsx')).Overview,
    hasDays: true,
    narrowedBy: FILTER_NAMES,
  },
  {
    id: 'traffic',
    label: 'Traffic',
    Icon: ChartNoAxesColumn,
    load: async () => (await import('../pages/traffic-page.tsx')).TrafficPage,
    hasDays: true,
    narrowedBy: FILTER_NAMES,
  },
  {
    id: 'split-test',
    label: 'A/B tests',
    Icon: FlaskConical,
    load: async () => (await import('../pages/experiments-page.tsx')).ExperimentsPage,
  },
  {
    id: 'onboarding',
    role: 'staff',
    label: 'Onboarding',
    Icon: UserCheck,
    load: async () => (await import('../pages/onboarding-page.tsx')).OnboardingPage,
  },
  {
    id: 'leads',
    role: 'staff',
    label: 'Leads',
    Icon: MessageSquare,
    isTab: true,
    load: async () => (await import('../leads/leads.tsx')).Leads,
    narrowedBy: FILTER_NAMES,
  },
  {
    id: 'campaigns',
    label: 'Campaigns',
    Icon: Megaphone,
    isTab: true,
    load: async () => (await import('../pages/campaigns-page.tsx')).CampaignsPage,
    hasDays: true,
    narrowedBy: CAMPAIGN_FILTERS,
  },
  {
    id: 'settings',
    label: 'Settings',
    Icon: Settings,
    load: async () => (await import('../pages/settings-page.tsx')).SettingsPage,
  },
]

export const placeOf = (page: DashboardPage): Place =>
  PAGES.find(({ id }) => id === page) ?? (PAGES[0] as Place)

export const usePlaces = (): Place[] => {
  const role = useSession().data?.role ?? 'viewer'
  return PAGES.filter(place => isAtLeast(role, place.role ?? 'viewer'))
}
