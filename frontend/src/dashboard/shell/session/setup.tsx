import type { SetupStep } from '@firsttouch/api/contract/problem'
import { Factors } from '../../account/factors.tsx'
import { PasswordForm } from '../../account/password-form.tsx'
import { Button } from '../../pieces/button.tsx'
import { useDashboardSurface } from '../use-dashboard-surface.ts'
import { logout } from './logout.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'

const TITLES = { password: 'Choose your password', factor: 'Add a second factor' } as const

export const Setup = ({ step, onDone }: { step: SetupStep; onDone: () => void }) => {
  useDashboardSurface(TITLES[step])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <SessionDialog />
      <PasswordDialog />
      <div className="w-full max-w-xl rounded-lg border border-line bg-card p-6 sm:p-8">
        <h1 className="display mb-3 text-2xl">{TITLES[step]}</h1>
        {step === 'password' ? (
          <>
            <p className="text-muted">
              You logged in with a generated password. It works only until you choose your own.
            </p>
            <PasswordForm onDone={onDone} />
          </>
        ) : (
          <Factors onReady={onDone} />
        )}
        <Button className="mt-6" onClick={() => void logout()}>
          Log out
        </Button>
      </div>
    </main>
  )
}
