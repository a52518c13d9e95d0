import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { hasPasskeys } from '../../account/passkeys.ts'
import { Button } from '../../pieces/button.tsx'
import { useLogin } from './use-login.ts'

export const LoginForm = ({ onLogin, username = '' }: { onLogin: () => void; username?: string }) => {
  const login = useLogin({ username, onLogin })
  const { register, errors, isSecondStep, isWorking, submit, isAskingPasskey, usePasskey } = login
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      {isSecondStep ? (
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes"
          error={errors.code?.message}
        >
          {control => <Input {...control} {...register('code')} autoComplete="one-time-code" />}
        </Field>
      ) : (
        <>
          <Field label="Username" error={errors.username?.message}>
            {control => (
              <Input
                {...control}
                {...register('username')}
                required
                autoComplete="username"
                autoCapitalize="none"
              />
            )}
          </Field>
          <Field label="Password" error={errors.password?.message}>
            {control => (
              <Input
                {...control}
                {...register('password')}
                required
                type="password"
                autoComplete="current-password"
              />
            )}
          </Field>
        </>
      )}
      <Button variant="primary" type="submit" className="w-full" disabled={isWorking}>
        {isWorking ? 'Logging in...' : 'Login'}
      </Button>
      {hasPasskeys() && (
        <Button type="button" size="md" className="w-full" disabled={isAskingPasskey} onClick={usePasskey}>
          {isAskingPasskey ? 'Waiting for your device...' : 'Log in with a passkey'}
        </Button>
      )}
    </form>
  )
}
