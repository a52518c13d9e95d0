import type { TotpAnswer } from '@firsttouch/api/contract/account'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { QrCode } from '../pieces/qr/qr-code.tsx'

type TotpFormProps = {
  app: TotpAnswer
  isWorking: boolean
  onCode: (code: string) => void
  onCancel: () => void
}

export const TotpForm = ({ app, isWorking, onCode, onCancel }: TotpFormProps) => {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
    setCode('')
  }
  return (
    <form noValidate className="mt-4 max-w-md space-y-4" onSubmit={submit}>
      <p>Scan this with your authenticator app, then enter the six digits that it shows.</p>
      <QrCode text={app.otpauthUrl} label="QR code for your authenticator app" />
      <p className="text-sm text-muted">
        If you cannot scan it, enter this key: <code className="break-all text-ink">{app.secret}</code>
      </p>
      <InputField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={event => setCode(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Submit words="Switch on" working="One moment..." isWorking={isWorking} disabled={code === ''} />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
