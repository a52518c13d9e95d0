import { useRead } from '../data/use-read.ts'
import { waitText } from '../pieces/inbox/age.ts'
import { count, counted } from '../words/format.ts'

export const ReplyTimes = ({ asked }: { asked: Readonly<Record<string, string>> }) => {
  const { data } = useRead('replyTimes', { query: asked })
  if (!data || data.medianSeconds === null) return null
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-2 text-muted tabular-nums max-sm:hidden sm:px-5">
      <span>
        First reply after{' '}
        <span className="font-semibold text-ink">{waitText(data.medianSeconds * 1000)}</span> (median of{' '}
        {counted(data.answered, 'leads')})
      </span>
      {data.people.map(({ person, answered, medianSeconds }) => (
        <span key={person}>
          {person} <span className="text-ink">{waitText(medianSeconds * 1000)}</span> ({count(answered)})
        </span>
      ))}
    </p>
  )
}
