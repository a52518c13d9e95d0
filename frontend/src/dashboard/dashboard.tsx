/** The staff's page: who may see it, what it waits for, and the frame around its cards. */
import type { AbTestStats, SessionAnswer } from '@firsttouch/api/contract'
import { Navigate } from 'react-router-dom'
import { Spinner } from '../ui/spinner.tsx'
import { Cards } from './cards.tsx'
import { useAnalytics, useCampaigns } from './figures.ts'
import { Header } from './frame/header.tsx'
import { KeySheet } from './frame/key-sheet.tsx'
import { Navigation } from './frame/navigation.tsx'
import { useKeys } from './frame/use-keys.ts'
import { useLeadPages } from './leads/use-lead-filter.ts'
import { LiveStatus } from './live/live-status.tsx'
import { useLive } from './live/use-live.ts'
import { useSubmissionPages } from './onboarding/use-submission-filter.ts'
import { useAdminRead } from './reads.ts'
import { clearFlag, isFlagged } from './session/flag.ts'
import { useLogout } from './session/logout.ts'
import { PasswordDialog } from './session/password-dialog.tsx'
import { SessionDialog } from './session/session-dialog.tsx'
import { useDeskSurface } from './surface.ts'
import { useDraft } from './use-draft.ts'
import { useFirstLoad } from './use-first-load.ts'

export const Dashboard = () => {
  useDeskSurface('UTM Campaign Dashboard')
  return isFlagged() ? <Admitted /> : <Navigate to="/login" replace />
}

const Admitted = () => {
  const load = useFirstLoad()
  if (load === 'refused') {
    clearFlag()
    return <Navigate to="/login" replace />
  }
  if (load === 'loading')
    return (
      <main className="grid min-h-dvh place-items-center">
        <Spinner label="Loading dashboard..." />
      </main>
    )
  return <Desk />
}

const Desk = () => {
  const draft = useDraft()
  const keys = useKeys({ onNewCampaign: draft.open })
  const logout = useLogout()
  const { data: session } = useAdminRead<SessionAnswer>('session')
  return (
    <>
      <SessionDialog username={session?.username ?? ''} />
      <PasswordDialog />
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <Header status={<Freshness />} onKeys={keys.openSheet} onLogout={() => void logout()} />
        </div>
        <div className="desk-rail sticky top-0 z-20 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:h-dvh">
          <Places />
        </div>
        <main className="mx-auto w-full max-w-[80rem] space-y-4 px-4 pt-3 pb-32 sm:px-6 lg:col-start-2 lg:px-8">
          <Cards {...draft} />
        </main>
      </div>
      {keys.isSheetOpen && (
        <KeySheet onClose={keys.closeSheet} enabled={keys.enabled} onEnabled={keys.setEnabled} />
      )}
    </>
  )
}

const Freshness = () => {
  const freshness = useLive()
  const { data } = useAnalytics()
  return <LiveStatus freshness={freshness} countedUntil={data?.asOf ?? null} />
}

const Places = () => {
  const stats = useAdminRead<AbTestStats>('ab-testing-stats').data
  const campaigns = useCampaigns().data
  const leads = useLeadPages().query.data?.[0]?.inbox
  const submissions = useSubmissionPages().query.data?.[0]?.inbox
  return (
    <Navigation
      absent={stats?.testStats.length === 0 ? ['split-test'] : []}
      unanswered={leads?.newCount ?? 0}
      counts={{
        ...(leads && { leads: leads.total }),
        ...(submissions && { onboarding: submissions.total }),
        ...(campaigns && { campaigns: campaigns.filter(({ archivedAt }) => archivedAt === null).length }),
      }}
    />
  )
}
