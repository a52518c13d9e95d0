/** The dashboard's pages: how the rail names them, what they load, and what the days and filters above do to them. */

import type { Role } from '@firsttouch/api/contract/roles'
import type { ComponentType } from 'react'
import type { DashboardPage } from '../../dashboard-pages.ts'

type Place = {
  id: DashboardPage
  label: string
  load: () => Promise<ComponentType>
  /** The lowest role that sees it. */
  role: Role
  /** Whether the days above change anything on it. */
  hasDays: boolean
  /** What a source or a campaign narrows on it, and what it does not; null: nothing, and it is not mentioned. */
  narrows: { only: string; not: string } | null
}

export const PAGES: readonly Place[] = [
  {
    id: 'overview',
    role: 'viewer',
    label: 'Overview',
    load: async () => (await import('../pages/overview-page.tsx')).Overview,
    hasDays: true,
    narrows: {
      only: 'visits, conversions, their rate, leads and the campaign list',
      not: 'active campaigns, the split test and onboarding',
    },
  },
  {
    id: 'traffic',
    role: 'viewer',
    label: 'Traffic',
    load: async () => (await import('../pages/traffic-page.tsx')).TrafficPage,
    hasDays: true,
    narrows: {
      only: 'visits, conversions and their rate over time, types, landing pages and devices',
      not: 'campaigns compared and page versions',
    },
  },
  {
    id: 'split-test',
    role: 'viewer',
    label: 'A/B tests',
    load: async () => (await import('../pages/experiments-page.tsx')).ExperimentsPage,
    hasDays: false,
    narrows: { only: '', not: 'A/B tests' },
  },
  {
    id: 'onboarding',
    role: 'staff',
    label: 'Onboarding',
    load: async () => (await import('../pages/onboarding-page.tsx')).OnboardingPage,
    hasDays: false,
    narrows: { only: '', not: 'onboarding' },
  },
  {
    id: 'leads',
    role: 'staff',
    label: 'Leads',
    load: async () => (await import('../pages/leads-page.tsx')).LeadsPage,
    hasDays: false,
    narrows: { only: 'leads', not: '' },
  },
  {
    id: 'campaigns',
    role: 'viewer',
    label: 'Campaigns',
    load: async () => (await import('../pages/campaigns-page.tsx')).CampaignsPage,
    hasDays: true,
    narrows: { only: 'the campaign list', not: 'clicks without a campaign' },
  },
  {
    id: 'settings',
    role: 'viewer',
    label: 'Settings',
    load: async () => (await import('../pages/settings-page.tsx')).SettingsPage,
    hasDays: false,
    narrows: null,
  },
]

export const placeOf = (page: DashboardPage): Place =>
  PAGES.find(({ id }) => id === page) ?? (PAGES[0] as Place)
