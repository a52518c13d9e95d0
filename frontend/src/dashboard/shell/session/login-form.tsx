import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Button } from '../../pieces/button.tsx'
import { useLogin } from './use-login.ts'

type LoginFormProps = { onLogin: () => void; username?: string }

export const LoginForm = ({ onLogin, username = '' }: LoginFormProps) => {
  const { register, errors, isWorking, submit } = useLogin({ username, onLogin })
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
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
      <Button variant="primary" type="submit" className="w-full" disabled={isWorking}>
        {isWorking ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}
