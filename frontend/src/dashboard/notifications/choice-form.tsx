import { KINDS, type NotificationChoice, notificationChoice } from '@firsttouch/api/contract/notifications'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'
import { KIND_WORDS } from './notification-words.ts'
import { TestButton } from './test-button.tsx'

/** `isOn` is false while the server sends no mail. Staff can still save their choice. */
export const ChoiceForm = ({ own, isOn }: { own: NotificationChoice; isOn: boolean }) => {
  const { form, isWorking, submit } = useChoiceForm(own, isOn)
  return (
    <div className="space-y-4 px-4 py-4 sm:px-5">
      <form noValidate className="space-y-4" onSubmit={submit}>
        <InputField
          label="Your e-mail address"
          hint="Messages contain no contact data. Their link opens the record after you log in."
          className="max-w-md"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          {...fieldOf(form, 'email')}
        />
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Email me about</legend>
          <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
            {KINDS.map(kind => (
              <Checkbox key={kind} label={KIND_WORDS[kind]} value={kind} {...form.register('kinds')} />
            ))}
          </div>
        </fieldset>
        <Submit words="Save" working="Saving..." isWorking={isWorking} />
      </form>
      {isOn ? (
        <TestButton channel="email" isReady={own.email !== ''} />
      ) : (
        <p className="text-muted">E-mail is not set up yet. Your choice applies once it is.</p>
      )}
    </div>
  )
}

export const useChoiceForm = (own: NotificationChoice, isOn: boolean) => {
  const form = useCheckedForm(notificationChoice, own)
  const save = useAdminWrite<NotificationChoice>({
    call: body => ({ method: 'PUT', path: 'notifications', body }),
    changes: 'notifications',
    failure: 'Failed to save your notifications',
    onSaved: (_, { email, kinds }) =>
      toast({
        title: 'Saved',
        description:
          email && kinds.length > 0
            ? `Notifications go to ${email}${isOn ? '' : ' once mail is switched on'}.`
            : 'You get no e-mail notifications.',
      }),
  })
  const submit = form.handleSubmit(values => save.mutate(values))
  return { form, isWorking: save.isPending, submit }
}
