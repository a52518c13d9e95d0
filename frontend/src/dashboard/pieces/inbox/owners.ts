import type { RecordOwner } from '@firsttouch/api/contract/inbox'
import { useRead, useSession } from '../../data/use-read.ts'

type Owners = { all: readonly RecordOwner[]; me: RecordOwner | undefined }

export const useOwners = (): Owners => {
  const { data: all = [] } = useRead('leadOwners')
  const { data: session } = useSession()
  return { all, me: all.find(({ username }) => username === session?.username) }
}

export const ownerChoices = ({ all, me }: Owners): (readonly [id: string, label: string])[] => [
  ...(me ? [[me.id, `${me.username} (you)`] as const] : []),
  ...all.filter(one => one.id !== me?.id).map(one => [one.id, one.username] as const),
]
