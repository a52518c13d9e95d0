import { ROLES, type Role } from '@firsttouch/api/contract/roles'
import type { InvitationAnswer, Member, MemberPatch } from '@firsttouch/api/contract/team'
import { Options, Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useRead, useSession } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Access, type Ending, RevocableAccess } from '../pieces/access.tsx'
import { Button } from '../pieces/button.tsx'
import { confirmFirst } from '../pieces/confirm.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { counted, dateTime } from '../words/format.ts'
import { ROLE_NAMES } from '../words/labels.ts'
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
          <ul className="divide-y divide-line px-4 sm:px-5">
            {members.map(member => (
              <Row key={member.id} member={member} />
            ))}
          </ul>
        )}
      </Loaded>
      <Loaded query={useRead('invitations')} what="open invitations" skeleton="hidden">
        {invitations =>
          invitations.length > 0 && (
            <section aria-label="Open invitations" className="border-t border-line px-4 py-3 sm:px-5">
              <h3 className="font-semibold">Open invitations</h3>
              <ul className="divide-y divide-line">
                {invitations.map(({ username, role, createdBy, expiresAt }) => (
                  <RevocableAccess
                    key={username}
                    title={username}
                    detail={`${ROLE_NAMES[role]}, invited by ${createdBy}. The link works until ${dateTime(expiresAt)}`}
                    ending={invitationEnding(username)}
                  />
                ))}
              </ul>
            </section>
          )
        }
      </Loaded>
    </Section>
  )
}

export const InviteForm = () => (
  <CreateOnce<InvitationAnswer>
    path="team/invitations"
    changes="team"
    text={['username', 'User name', 'Without spaces']}
    choice={[
      'role',
      'Role',
      'Viewers cannot see leads or onboarding forms. Owners manage the team and the settings.',
    ]}
    options={OPTIONS}
    what="link"
    secretOf={({ url }) => url}
    advice={({ expiresAt }) =>
      `Send it to the person through a channel that only they can read. It works once and expires on ${dateTime(expiresAt)}.`
    }
  />
)

const OPTIONS = ROLES.map(name => [name, ROLE_NAMES[name]] as const)

export const invitationEnding = (username: string): Ending => ({
  ...{ path: `team/invitations/${encodeURIComponent(username)}`, changes: 'team', words: 'Revoke' },
  what: `the invitation of ${username}`,
  consequence: 'The link stops working. You can invite the person again.',
})

const Row = ({ member }: { member: Member }) => {
  const { username, role, disabled, lastLoginAt } = member
  const isSelf = useSession().data?.username === username
  const { isWorking, setRole, setDisabled } = useMember(member)
  return (
    <Access
      title={isSelf ? `${username} (you)` : username}
      detail={
        <>
          {disabled && 'Disabled. '}
          {lastLoginAt ? `Last login ${dateTime(lastLoginAt)}` : 'Not logged in yet'}
        </>
      }
    >
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
    </Access>
  )
}

export const useMember = ({ id, username }: Pick<Member, 'id' | 'username'>) => {
  const change = useAdminWrite<MemberPatch>({
    call: body => ({ method: 'PATCH', path: `team/${id}`, body }),
    changes: 'team',
    failure: `Failed to change the account of ${username}`,
    onSaved: (_, { role, disabled }) =>
      toast({
        title: 'Account changed',
        description: role
          ? `${username} now has the role ${ROLE_NAMES[role].toLowerCase()}.`
          : `${username} ${disabled ? 'can no longer log in; every session has ended' : 'can log in again'}.`,
      }),
  })
  return {
    isWorking: change.isPending,
    setRole: (role: Role) => change.mutate({ role }),
    setDisabled: (disabled: boolean) =>
      disabled
        ? confirmFirst({
            title: `Disable ${username}?`,
            text: `Every session ends, and the read tokens that ${username} created stop working.`,
            action: 'Disable',
            run: () => change.mutate({ disabled }),
          })
        : change.mutate({ disabled }),
  }
}
