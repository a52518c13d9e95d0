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
import { DASHBOARD_PAGES, type DashboardPage } from '../../dashboard-pages.ts'
import { CAMPAIGN_FILTERS, FILTER_NAMES, type FilterName } from '../address/page-filter.ts'
import { useSession } from '../data/use-read.ts'

type Place = {
  label: string
  Icon: LucideIcon
  isTab?: true
  load: () => Promise<ComponentType>
  role?: Role
  hasDays?: true
  narrowedBy?: readonly FilterName[]
}

export const PLACES: Readonly<Record<DashboardPage, Place>> = {
  overview: {
    label: 'Overview',
    Icon: House,
    isTab: true,
    load: async () => (await import('../pages/overview-page.tsx')).Overview,
    hasDays: true,
    narrowedBy: FILTER_NAMES,
  },
  traffic: {
    label: 'Traffic',
    Icon: ChartNoAxesColumn,
    load: async () => (await import('../pages/traffic-page.tsx')).TrafficPage,
    hasDays: true,
    narrowedBy: FILTER_NAMES,
  },
  'split-test': {
    label: 'A/B tests',
    Icon: FlaskConical,
    load: async () => (await import('../pages/experiments-page.tsx')).ExperimentsPage,
  },
  onboarding: {
    role: 'staff',
    label: 'Onboarding',
    Icon: UserCheck,
    load: async () => (await import('../onboarding/onboarding.tsx')).Onboarding,
  },
  leads: {
    role: 'staff',
    label: 'Leads',
    Icon: MessageSquare,
    isTab: true,
    load: async () => (await import('../leads/leads.tsx')).Leads,
    narrowedBy: FILTER_NAMES,
  },
  campaigns: {
    label: 'Campaigns',
    Icon: Megaphone,
    isTab: true,
    load: async () => (await import('../pages/campaigns-page.tsx')).CampaignsPage,
    hasDays: true,
    narrowedBy: CAMPAIGN_FILTERS,
  },
  settings: {
    label: 'Settings',
    Icon: Settings,
    load: async () => (await import('../pages/settings-page.tsx')).SettingsPage,
  },
}

/** The pages that the user's role may see, in the order of the navigation. */
export const usePages = (): DashboardPage[] => {
  const role = useSession().data?.role ?? 'viewer'
  return DASHBOARD_PAGES.filter(page => isAtLeast(role, PLACES[page].role ?? 'viewer'))
}

export const keyOfPage = (page: DashboardPage): string => String(DASHBOARD_PAGES.indexOf(page) + 1)
