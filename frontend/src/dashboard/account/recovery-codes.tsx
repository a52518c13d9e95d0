import { Button } from '../pieces/button.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <div role="status" className="rounded-md border border-strong-line bg-sunken p-4">
    <p className="font-semibold">Copy your recovery codes now: they are shown only this once.</p>
    <p className="mt-1 max-w-prose text-muted">
      Without your device, each of them logs you in one time, after the password.
    </p>
    <pre className="mt-3 text-sm">{codes.join('\n')}</pre>
    <Button variant="secondary" className="mt-4" onClick={onDone}>
      I have copied them
    </Button>
  </div>
)
