import { type NotificationChoice, notificationChoice } from '@firsttouch/api/contract/notifications/choice'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { useCheckedForm } from '../pieces/use-checked-form.ts'

export const useChoiceForm = (own: NotificationChoice) => {
  const form = useCheckedForm(notificationChoice, own)
  const save = useAdminWrite<NotificationChoice>({
    call: body => ({ method: 'PUT', path: 'notifications', body }),
    changes: 'notifications',
    failure: 'Failed to save what you are told of',
    onSaved: (_, { email, kinds }) =>
      toast({
        title: 'Saved',
        description:
          email && kinds.length > 0 ? `You are told at ${email}.` : 'You are told of nothing by e-mail.',
      }),
  })
  return {
    register: form.register,
    error: form.formState.errors.email?.message,
    isWorking: save.isPending,
    submit: form.handleSubmit(values => save.mutate(values)),
  }
}
