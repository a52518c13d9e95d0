import type { Role } from '@firsttouch/api/contract/roles'
import type { Member, MemberPatch } from '@firsttouch/api/contract/team'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { ROLE_NAMES } from '../words/roles.ts'

export const useMember = ({ id, username }: Pick<Member, 'id' | 'username'>) => {
  const change = useAdminWrite<MemberPatch>({
    call: body => ({ method: 'PATCH', path: `team/${id}`, body }),
    changes: 'team',
    failure: `Failed to change ${username}`,
    onSaved: (_, { role, disabled }) =>
      toast({
        title: 'Account changed',
        description: role
          ? `${username} is ${ROLE_NAMES[role].toLowerCase()} from the next click on.`
          : `${username} ${disabled ? 'can no longer log in; every session has ended' : 'can log in again'}.`,
      }),
  })
  return {
    isWorking: change.isPending,
    setRole: (role: Role) => change.mutate({ role }),
    setDisabled: (disabled: boolean) => {
      const question = `Disable ${username}? Every session ends, and the read tokens that ${username} created stop working.`
      if (!disabled || window.confirm(question)) change.mutate({ disabled })
    },
  }
}
