import { KINDS, type NotificationChoice } from '@firsttouch/api/contract/notifications/choice'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Button } from '../pieces/button.tsx'
import { KIND_WORDS } from './notification-words.ts'
import { TestButton } from './test-button.tsx'
import { useChoiceForm } from './use-choice-form.ts'

/** `isOn`: whether mail can be sent at all; choosing is possible before. */
export const ChoiceForm = ({ own, isOn }: { own: NotificationChoice; isOn: boolean }) => {
  const { register, error, isWorking, submit } = useChoiceForm(own)
  return (
    <div className="space-y-4 px-4 py-4 sm:px-5">
      <form noValidate className="space-y-4" onSubmit={submit}>
        <Field
          label="Your e-mail address"
          hint="Messages have no contact data in them: a link leads to the record, after the login."
          error={error}
          className="max-w-md"
        >
          {control => (
            <Input
              {...control}
              {...register('email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              spellCheck={false}
            />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Write to me about</legend>
          <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {KINDS.map(kind => (
              <Checkbox key={kind} label={KIND_WORDS[kind]} value={kind} {...register('kinds')} />
            ))}
          </div>
        </fieldset>
        <Button variant="primary" type="submit" disabled={isWorking}>
          {isWorking ? 'Saving...' : 'Save'}
        </Button>
      </form>
      {isOn && <TestButton channel="email" isReady={own.email !== ''} />}
    </div>
  )
}
