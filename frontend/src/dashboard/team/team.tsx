/** Accounts with their roles, and invitations. For owners. */
import { ROLES, type Role } from '@firsttouch/api/contract/roles'
import type { InvitationAnswer, Member, MemberPatch } from '@firsttouch/api/contract/team'
import { Options, Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead, useSession } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { useOpened } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { ROLE_NAMES } from '../words/roles.ts'
import { CreateOnce } from './create-once.tsx'

export const TeamSection = () => {
  const query = useRead('team')
  const { open, toggle } = useOpened('team')
  return (
    <Section
      id="team"
      title="Team"
      meta={query.data && <span>{counted(query.data.length, 'accounts')}</span>}
      actions={toggle({ words: 'Invite a person' })}
    >
      {open && <InviteForm />}
      <Loaded query={query} what="team" skeleton="m-5 h-24">
        {members => (
          <ul className="divide-y divide-line">
            {members.map(member => (
              <Row key={member.id} member={member} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

export const InviteForm = () => (
  <CreateOnce<InvitationAnswer>
    path="team/invitations"
    changes="team"
    fields={{
      text: ['username', 'User name', 'Without spaces'],
      choice: ['role', 'Role', 'Viewers see no contacts. Owners manage team and settings'],
    }}
    options={OPTIONS}
    verb="Create link"
    secretOf={({ url }) => url}
    advice={({ expiresAt }) =>
      `Send it to the person on a channel that only they read. It works once, until ${dateTime(expiresAt)}.`
    }
  />
)

const OPTIONS = ROLES.map(name => [name, ROLE_NAMES[name]] as const)

const Row = ({ member }: { member: Member }) => {
  const { username, role, disabled, lastLoginAt } = member
  const isSelf = useSession().data?.username === username
  const { isWorking, setRole, setDisabled } = useMember(member)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-semibold wrap-anywhere">{username}</span>
        {isSelf && <span className="text-muted"> (you)</span>}
        <span className="block text-sm text-muted tabular-nums">
          {disabled && 'Disabled. '}
          {lastLoginAt ? `Last login ${dateTime(lastLoginAt)}` : 'Not logged in yet'}
        </span>
      </span>
      <Select
        fit
        aria-label={`Role of ${username}`}
        value={role}
        disabled={isWorking}
        onChange={event => setRole(event.target.value as Role)}
      >
        <Options of={OPTIONS} />
      </Select>
      <Button
        variant={disabled ? 'ghost' : 'danger'}
        aria-label={`${disabled ? 'Enable' : 'Disable'} ${username}`}
        disabled={isWorking}
        onClick={() => setDisabled(!disabled)}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
    </li>
  )
}

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
